import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { allStored, METRICS } from './metrics.ts'
import { grouped, medianOf, medianRatio } from './numbers.ts'
import { cpuByThread, residentMiB } from './process-figures.ts'
import { type BenchServer, DATABASE_PLACE, startLoadGenerator, startOurs, startYardstick } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { visitsOf, visitsOfNothing } from './requests.ts'
import { expectOnly, inTurns, measureTurn, type Turn } from './rounds.ts'

const CONNECTIONS = 32
const LINKS = 10_000
const RATES = [200, 2000, 8000]
const IDLE_MS = 3000

interface Sizes {
  readonly rounds: number
  readonly seconds: number
}

/** The redirect against a bare node:http server: at several rates and flat out, in turns. */
export async function measureRates(database: DatabaseName, { rounds, seconds }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const bare = await startYardstick('bare')
  const ours = await startOurs({ ...fixture.environment, ...METRICS })
  const run = startLoadGenerator()
  const [visits, unknown] = [visitsOf(LINKS), visitsOfNothing()]

  const follow = async (server: BenchServer, rate?: number, requests = visits) => {
    const settled = () => (server === ours ? allStored(ours.port) : Promise.resolve())
    const plan = { port: server.port, requests, connections: CONNECTIONS, seconds, rate }
    const turn = await measureTurn(server, () => run(plan), settled)
    expectOnly(server === ours && requests === unknown ? 404 : 302, turn)
    return turn
  }
  const both = (what: string, rate?: number) =>
    inTurns(`rates, ${what}`, rounds, { bare: () => follow(bare, rate), ours: () => follow(ours, rate) })

  progress('rates: idle, then warming up')
  await sleep(IDLE_MS)
  const idle = [residentMiB(bare.pid), residentMiB(ours.pid)] as const
  for (const server of [bare, ours, bare, ours]) await follow(server)
  const paced: Figure[] = []
  for (const rate of RATES) paced.push(...pacedFigures(database, rate, await both(`${rate} a second`, rate)))
  const threadsBefore = cpuByThread(ours.pid)
  const full = await both('flat out')
  const threads = busiest(threadsBefore, cpuByThread(ours.pid))
  const nothing = await inTurns('rates, unknown slugs', rounds, { ours: () => follow(ours, undefined, unknown) })
  return {
    title: 'Redirects',
    note: `Medians of ${rounds} rounds of ${seconds} s, servers in turns, ${CONNECTIONS} connections, real browsers’ headers, ${grouped(LINKS)} links, a tenth of them with three rules, visitors of 40,000 public addresses behind one proxy, limits as by default, every visit recorded. The bare server reads nothing and answers every request with the same 302. ${database === 'postgres' ? `${DATABASE_PLACE} ` : ''}CPU time of the whole process, flat out, by thread: ${threads}.`,
    figures: [
      ...flatOutFigures(database, full),
      { what: 'CPU per unknown slug, redirect thread', value: medianOf(nothing.ours, mainCpu), unit: 'µs' },
      ...paced,
      { what: 'memory when idle, bare', value: idle[0], unit: 'MiB' },
      { what: 'memory when idle', value: idle[1], unit: 'MiB' },
      { what: 'memory after the run, bare', value: residentMiB(bare.pid), unit: 'MiB' },
      { what: 'memory after the run', value: residentMiB(ours.pid), unit: 'MiB' },
    ],
  }
}

interface Turns {
  readonly bare: readonly Turn[]
  readonly ours: readonly Turn[]
}

const mainCpu = (turn: Turn) => turn.mainCpu
const allCpu = (turn: Turn) => turn.allCpu
const rateOf = ({ requests, seconds }: Turn) => requests / seconds

const flatOutFigures = (database: DatabaseName, { bare, ours }: Turns): Figure[] => [
  { what: 'requests per second at full load, bare', value: medianOf(bare, rateOf), unit: '/s' },
  { what: 'requests per second at full load', value: medianOf(ours, rateOf), unit: '/s' },
  { what: 'CPU per request, bare', value: medianOf(bare, mainCpu), unit: 'µs' },
  { what: 'CPU per request, redirect thread', value: medianOf(ours, mainCpu), unit: 'µs' },
  { what: 'CPU per request, whole process', value: medianOf(ours, allCpu), unit: 'µs' },
  {
    what: 'CPU of the redirect thread vs. bare',
    value: medianRatio([ours, mainCpu], [bare, mainCpu]),
    unit: '×',
    atMost: 1.1,
  },
  {
    what: 'CPU of the whole process vs. bare, hits stored',
    value: medianRatio([ours, allCpu], [bare, allCpu]),
    unit: '×',
    atMost: database === 'sqlite' ? 1.8 : undefined,
  },
]

function pacedFigures(database: DatabaseName, rate: number, { bare, ours }: Turns): Figure[] {
  const at = `at ${grouped(rate)}/s`
  const p99 = (turn: Turn) => turn.p99
  return [
    {
      what: `CPU of the redirect thread ${at} vs. bare`,
      value: medianRatio([ours, mainCpu], [bare, mainCpu]),
      unit: '×',
      atMost: rate === 2000 ? 1.05 : undefined,
    },
    { what: `CPU of the whole process ${at} vs. bare`, value: medianRatio([ours, allCpu], [bare, allCpu]), unit: '×' },
    { what: `p50 ${at}, bare`, value: medianOf(bare, ({ p50 }) => p50), unit: 'ms' },
    { what: `p50 ${at}`, value: medianOf(ours, ({ p50 }) => p50), unit: 'ms' },
    { what: `p99 ${at}, bare`, value: medianOf(bare, p99), unit: 'ms' },
    { what: `p99 ${at}`, value: medianOf(ours, p99), unit: 'ms' },
    {
      what: `p99 ${at} vs. bare`,
      value: medianRatio([ours, p99], [bare, p99]),
      unit: '×',
      atMost: database === 'sqlite' ? 1.5 : 2,
    },
  ]
}

/** The shares of the threads that used most between the two moments. */
function busiest(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): string {
  const used = Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)] as const)
  const all = used.reduce((sum, [, time]) => sum + time, 0)
  return used
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([name, time]) => `${name} ${Math.round((time / all) * 100)} %`)
    .join(', ')
}
