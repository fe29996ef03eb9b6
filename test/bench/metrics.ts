import { setTimeout as sleep } from 'node:timers/promises'

const TOKEN = 'a-token-of-the-bench'
const POLL_MS = 100
const TIMEOUT_MS = 600_000

/** What a server whose metrics are read is started with. */
export const METRICS = { METRICS_TOKEN: TOKEN }

/** Gives a reader of the server's metrics as they are now; one that is missing is 0. */
export async function readMetrics(port: number): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return (name) => Number(new RegExp(`^shortlink_${name} (.*)$`, 'm').exec(text)?.[1] ?? 0)
}

/** Waits until no hit waits to be stored. */
export const allStored = (port: number) => metricIsZero(port, 'hits_buffered', 'hits_journal_bytes')

/** Waits until all the metrics are 0. */
export async function metricIsZero(port: number, ...names: readonly string[]) {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const metric = await readMetrics(port)
    if (names.every((name) => metric(name) === 0)) return
    await sleep(POLL_MS)
  }
  throw new Error(`Not 0 in time: ${names.join(', ')}`)
}
