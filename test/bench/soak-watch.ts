import { once } from 'node:events'

/** How a server was at one moment. */
export interface Sample {
  /** Minutes since the watch began. */
  readonly at: number
  /** Bytes that the process occupies. */
  readonly resident: number
  readonly files: number
  /** Milliseconds by which the event loop was late since the last sample, 99 times in a hundred at most. */
  readonly loopDelay: number
  readonly hitsStored: number
}

/** What it held after a collection, in bytes: on the main heap, and altogether. */
export interface HeapSample {
  readonly at: number
  readonly heap: number
  readonly resident: number
}

/** Looks at a server from outside, through `/metrics` and its inspector. */
export async function watch(port: number, { token, inspectorPort }: { token: string; inspectorPort: number }) {
  const inspector = await openInspector(inspectorPort)
  const began = performance.now()
  const now = () => (performance.now() - began) / 60_000

  async function figures() {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
    return (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  }
  return {
    async sample(): Promise<Sample> {
      const figure = await figures()
      return {
        at: now(),
        resident: figure('process_resident_memory_bytes'),
        files: figure('process_open_fds'),
        loopDelay: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
        hitsStored: figure('shortlink_hits_stored_total'),
      }
    },
    /** Stops the server for as long as a collection of everything takes: some tenths of a second. */
    async heap(): Promise<HeapSample> {
      await inspector.call('HeapProfiler.collectGarbage')
      const { usedSize } = await inspector.call('Runtime.getHeapUsage')
      return { at: now(), heap: usedSize as number, resident: (await figures())('process_resident_memory_bytes') }
    },
    close: () => inspector.close(),
  }
}

/** The protocol of developer tools: it can have garbage collected in a server that knows nothing of being watched. */
async function openInspector(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const asked = new Map<number, (result: Record<string, unknown>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    asked.get(id)?.(result)
    asked.delete(id)
  })
  let calls = 0
  return {
    call: (method: string) =>
      new Promise<Record<string, unknown>>((resolve) => {
        asked.set(++calls, resolve)
        socket.send(JSON.stringify({ id: calls, method }))
      }),
    close: () => socket.close(),
  }
}

/** By how many percent of its mean a value grows a minute, by the straight line that fits best. */
export function slope<S extends { readonly at: number }>(samples: readonly S[], of: (sample: S) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [time, level] = [mean(samples.map(({ at }) => at)), mean(samples.map(of))]
  const rise = samples.reduce((sum, sample) => sum + (sample.at - time) * (of(sample) - level), 0)
  const run = samples.reduce((sum, { at }) => sum + (at - time) ** 2, 0)
  return (rise / run / level) * 100
}
