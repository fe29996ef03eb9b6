import { median } from './numbers.ts'
import type { CoreUse } from './process-figures.ts'
import type { Figure } from './report.ts'
import type { TrafficSums } from './soak-process.ts'
import { type HeapSample, type Sample, slope } from './soak-watch.ts'

/** All that was seen of a run. */
export interface Run {
  readonly minutes: number
  readonly sums: TrafficSums
  readonly samples: readonly Sample[]
  readonly heaps: readonly HeapSample[]
  readonly cores: CoreUse
  /** What is in the database at the end, and what the receiver got. */
  readonly hits: number
  readonly events: number
}

export const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, times) => sum + times, 0)

/** Measured, against what is aimed at. What concerns memory is taken from a fifth of the time on, when the service is warm. */
export const figuresOf = (run: Run): Figure[] => [...timesOf(run), ...recordsOf(run), ...memoryOf(run)]

function timesOf({ minutes, sums, samples, cores }: Run): Figure[] {
  const { redirect, api, page } = sums.surfaces
  const answers = redirect.count + api.count + page.count
  const late = median(warm(samples, minutes).map(({ loopDelay }) => loopDelay))
  return [
    { what: 'responses per second', value: answers / (minutes * 60), unit: '/s', atLeast: 240 },
    { what: 'wrong responses', value: total(sums.unexpected), unit: '', atMost: 0 },
    { what: 'redirects, p99', value: redirect.p99, unit: 'ms', atMost: 50 },
    { what: 'redirects, slowest', value: redirect.max, unit: 'ms' },
    { what: 'GraphQL and MCP, p99', value: api.p99, unit: 'ms', atMost: 250 },
    { what: 'QR codes and bio pages, p99', value: page.p99, unit: 'ms', atMost: 250 },
    { what: 'event loop delay, p99', value: late, unit: 'ms', atMost: 20 },
    { what: 'core time used by the event loop', value: cores.loop, unit: '%' },
    { what: 'core time used by the process', value: cores.all, unit: '%' },
    { what: 'core time that the event loop waited', value: cores.waited, unit: '%' },
  ]
}

function recordsOf({ sums, hits, events }: Run): Figure[] {
  const happened = total(sums.events)
  return [
    { what: 'visits', value: sums.redirected, unit: '' },
    { what: 'visits missing or doubled', value: Math.abs(sums.redirected - hits), unit: '', atMost: 0 },
    { what: 'events', value: happened, unit: '' },
    { what: 'events missing or unexpected', value: Math.abs(happened - events), unit: '', atMost: 0 },
  ]
}

function memoryOf({ minutes, samples, heaps }: Run): Figure[] {
  const [first, last] = [heaps[0], heaps.at(-1)] as [HeapSample, HeapSample]
  const levels = warm(samples, minutes)
  const most = Math.max(...levels.map(({ resident }) => resident))
  const growth = (last.resident / first.resident - 1) * 100
  const files = levels.map(({ files }) => files)
  const fifth = Math.ceil(files.length / 5)
  return [
    { what: 'peak memory', value: most / MIB, unit: 'MiB' },
    { what: 'memory after garbage collection', value: last.resident / MIB, unit: 'MiB' },
    { what: 'memory growth', value: growth, unit: '%', atMost: 10 },
    { what: 'memory growth per minute', value: slope(heaps, ({ resident }) => resident), unit: '%', atMost: 2 },
    { what: 'heap after garbage collection', value: last.heap / MIB, unit: 'MiB' },
    { what: 'heap growth per minute', value: slope(heaps, ({ heap }) => heap), unit: '%', atMost: 2 },
    {
      what: 'open files added',
      value: median(files.slice(-fifth)) - median(files.slice(0, fifth)),
      unit: '',
      atMost: 20,
    },
  ]
}

const MIB = 2 ** 20
const warm = (samples: readonly Sample[], minutes: number) => samples.filter(({ at }) => at > minutes / 5)
