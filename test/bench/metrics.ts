const TOKEN = 'a-token-of-the-bench'
const STORED_TIMEOUT_MS = 120_000

/** What a server whose metrics are read is started with. */
export const METRICS = { METRICS_TOKEN: TOKEN }

/** Gives a reader of the server's metrics as they are now; one that is missing is 0. */
export async function readMetrics(port: number): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return (name) => Number(new RegExp(`^shortlink_${name} (.*)$`, 'm').exec(text)?.[1] ?? 0)
}

/** Waits until no hit waits to be stored. */
export async function allStored(port: number) {
  const deadline = performance.now() + STORED_TIMEOUT_MS
  while (performance.now() < deadline) {
    const metric = await readMetrics(port)
    if (metric('hits_buffered') + metric('hits_journal_bytes') === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Hits still wait to be stored')
}
