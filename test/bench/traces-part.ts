import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onCleanup } from './cleanup.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { allStored, METRICS } from './metrics.ts'
import { grouped, medianOf, medianRatio } from './numbers.ts'
import { startLoadGenerator, startServer } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { visitsOf } from './requests.ts'
import { expectOnly, inTurns, measureTurn, type Turn } from './rounds.ts'

const LINKS = 10_000
const CONNECTIONS = 32
/** Longer than spans wait for their export, which counts. */
const EXPORT_MS = 6000
const WARM_UP_TURNS = 2

interface Sizes {
  readonly rounds: number
  readonly seconds: number
}

/** What traces of 1 % of redirects cost the thread that redirects, in one process that switches them on and off. */
export async function measureTraces(database: DatabaseName, { rounds, seconds }: Sizes): Promise<Part> {
  const receiver = await startReceiver()
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, TRACES_REDIRECT_RATIO: '0.01' }
  const environment = { ...fixture.environment, ...METRICS, ...settings }
  const server = await startServer(['test/bench/switched-server.ts'], environment, '/healthz')
  const run = startLoadGenerator()
  const requests = visitsOf(LINKS)

  async function follow() {
    const turn = await measureTurn(server, async () => {
      const result = await run({ port: server.port, requests, connections: CONNECTIONS, seconds })
      await allStored(server.port)
      await sleep(EXPORT_MS)
      return result
    })
    expectOnly(302, turn)
    // The next turn is of the other kind.
    process.kill(server.pid, 'SIGUSR2')
    return turn
  }
  progress('traces: warming up')
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await follow()
  const { off, on } = await inTurns('traces', rounds, { off: follow, on: follow })
  if (receiver.bytes() === 0) throw new Error('No spans arrived')
  const mainCpu = (turn: Turn) => turn.mainCpu
  return {
    title: 'Traces',
    note: `Medians of ${rounds} rounds of ${seconds} s flat out, ${CONNECTIONS} connections, ${grouped(LINKS)} links. One process switches traces of redirects on and off in turns; the time of their export counts. The receiver is on loopback.`,
    figures: [
      { what: 'CPU per redirect, redirect thread, without traces', value: medianOf(off, mainCpu), unit: 'µs' },
      {
        what: 'CPU of the redirect thread, 1 % of redirects traced vs. none',
        value: medianRatio([on, mainCpu], [off, mainCpu]),
        unit: '×',
        atMost: 1.03,
      },
    ],
  }
}

/** Accepts every export and counts its bytes. */
async function startReceiver() {
  let bytes = 0
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bytes += chunk.length
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: () => bytes }
}
