import { freePort } from '../support/free-port.ts'
import { BUILT_SERVER } from '../support/start-options.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { median } from './numbers.ts'
import { type BenchServer, cpuByThread, cpuTime, residentMemory, startLoadGenerator, startServer } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { browserRequests } from './requests.ts'

interface Round {
  readonly rate: number
  readonly mainCpu: number
  readonly allCpu: number
}

interface Sizes {
  readonly rounds: number
  readonly seconds: number
}

const CONNECTIONS = 32

/** The redirect against a bare node:http server, in turns, so that other load of the machine affects both. */
export async function measureRedirect(database: DatabaseName, { rounds, seconds }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks(10_000, 'owner'))
  const bare = await startServer(['test/bench/bare.ts'], { PORT: `${await freePort()}` }, '/')
  const ours = await startServer(BUILT_SERVER, { ...fixture.environment, METRICS_TOKEN }, '/healthz')
  const generator = startLoadGenerator()
  const requests = browserRequests()

  const send = async ({ port, pid }: BenchServer, rate?: number) => {
    const result = await generator.run({ port, requests, connections: CONNECTIONS, seconds, rate })
    // What storing the last hits takes is theirs, too, and must not fall into the other server's turn.
    if (pid === ours.pid) await allStored(port)
    return result
  }
  const flatOut = async (server: BenchServer): Promise<Round> => {
    const { pid } = server
    const before = cpuTime(pid)
    const result = await send(server)
    const after = cpuTime(pid)
    return {
      rate: result.requests / result.seconds,
      mainCpu: (after.main - before.main) / result.requests,
      allCpu: (after.all - before.all) / result.requests,
    }
  }
  const inTurns = async <T>(what: string, measure: (server: BenchServer) => Promise<T>) => {
    const results: { bare: T[]; ours: T[] } = { bare: [], ours: [] }
    for (let round = 0; round < rounds; round += 1) {
      progress(`redirect, ${what}: round ${round + 1} of ${rounds}`)
      results.bare.push(await measure(bare))
      results.ours.push(await measure(ours))
    }
    return results
  }

  progress('redirect: warming up')
  for (const server of [bare, ours, bare, ours]) await flatOut(server)
  const threadsBefore = cpuByThread(ours.pid)
  const full = await inTurns('flat out', flatOut)
  const threads = Object.entries(cpuByThread(ours.pid)).map(
    ([name, used]) => [name, used - (threadsBefore[name] ?? 0)] as const,
  )
  const half = Math.min(...[full.bare, full.ours].map((of) => median(of.map(({ rate }) => rate)))) / 2
  const calm = await inTurns('at half load', (server) => send(server, half))
  const memory = residentMemory(ours.pid)
  const memoryOfBare = residentMemory(bare.pid)
  generator.stop()
  await bare.stop()
  await ours.stop()
  await fixture.close()

  const of = <T>(rounds: readonly T[], value: (round: T) => number) => median(rounds.map(value))
  const ratio = <T>(results: { bare: readonly T[]; ours: readonly T[] }, value: (round: T) => number) =>
    median(results.ours.map((round, index) => value(round) / value(results.bare[index] as T)))
  const busiest = threads
    .sort(([, one], [, other]) => other - one)
    .map(([name, used]) => `${name} ${Math.round((used / threads.reduce((sum, [, used]) => sum + used, 0)) * 100)} %`)
  return {
    title: 'The redirect beside a bare node:http server',
    note: `Medians of ${rounds} rounds of ${seconds} s in turns, ${CONNECTIONS} connections, real browsers’ headers, 10,000 slugs of which a tenth is unknown and a tenth has three rules, every visit recorded. The bare server reads nothing and answers every request with the same 302. CPU time of the whole process by thread: ${busiest.slice(0, 4).join(', ')}.`,
    figures: [
      { what: 'requests a second, bare', value: of(full.bare, ({ rate }) => rate), unit: '/s' },
      { what: 'requests a second', value: of(full.ours, ({ rate }) => rate), unit: '/s' },
      { what: 'CPU a request, bare', value: of(full.bare, ({ mainCpu }) => mainCpu), unit: 'µs' },
      { what: 'CPU a request, redirecting thread', value: of(full.ours, ({ mainCpu }) => mainCpu), unit: 'µs' },
      { what: 'CPU a request, whole process', value: of(full.ours, ({ allCpu }) => allCpu), unit: 'µs' },
      {
        what: 'redirecting thread, against bare',
        value: ratio(full, ({ mainCpu }) => mainCpu),
        unit: '×',
        atMost: 1.1,
      },
      { what: 'whole process, against bare', value: ratio(full, ({ allCpu }) => allCpu), unit: '×', atMost: 2 },
      { what: `p50 at ${Math.round(half)}/s, bare`, value: of(calm.bare, ({ p50 }) => p50), unit: 'ms' },
      { what: `p50 at ${Math.round(half)}/s`, value: of(calm.ours, ({ p50 }) => p50), unit: 'ms' },
      { what: `p99 at ${Math.round(half)}/s, bare`, value: of(calm.bare, ({ p99 }) => p99), unit: 'ms' },
      { what: `p99 at ${Math.round(half)}/s`, value: of(calm.ours, ({ p99 }) => p99), unit: 'ms' },
      { what: 'p99 at half load, against bare', value: ratio(calm, ({ p99 }) => p99), unit: '×', atMost: 1.5 },
      { what: 'memory, bare', value: memoryOfBare / 2 ** 20, unit: 'MiB' },
      { what: 'memory', value: memory / 2 ** 20, unit: 'MiB' },
    ],
  }
}

const METRICS_TOKEN = 'a-token-of-the-bench'

/** Waits until no hit waits any more. */
async function allStored(port: number) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  for (;;) {
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
    if (/^shortlink_hits_buffered 0$/m.test(figures) && /^shortlink_hits_journal_bytes 0$/m.test(figures)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
