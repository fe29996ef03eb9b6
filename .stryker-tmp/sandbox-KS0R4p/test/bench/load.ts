import { connect, type Socket } from 'node:net'

/** What to send: ready requests, taken in turn, over so many connections, for so long. */
export interface LoadPlan {
  readonly port: number
  /** Whole requests as they go over the wire. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second, evenly spread; as many as the server answers when absent. */
  readonly rate?: number | undefined
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Answers by status; `0` counts requests that got none. */
  readonly statuses: Record<number, number>
  /** Milliseconds from when a request was due to its answer. */
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

/**
 * Sends requests one at a time on each connection. At a given rate each is timed from when it was due, not from when a connection
 * was free, so that a server that stalls cannot hide the requests that it kept waiting.
 */
export async function load({ port, requests, connections, seconds, rate }: LoadPlan): Promise<LoadResult> {
  const wire = requests.map((request) => Buffer.from(request, 'latin1'))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const idle: Client[] = []
  const due: number[] = []
  let next = 0
  const started = performance.now()
  const endsAt = started + seconds * 1000

  const clients = await Promise.all(
    Array.from({ length: connections }, () =>
      openClient(port, (client, status, since) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status !== 0) latencies.push(performance.now() - since)
        goOn(client)
      }),
    ),
  )

  const send = (client: Client, since: number) => {
    client.send(wire[next] as Buffer, since)
    next = (next + 1) % wire.length
  }

  function goOn(client: Client) {
    const now = performance.now()
    if (now >= endsAt) return
    if (rate === undefined) send(client, now)
    else if (due.length > 0) send(client, due.shift() as number)
    else idle.push(client)
  }

  for (const client of clients) goOn(client)
  if (rate === undefined) await sleepUntil(endsAt)
  else
    await pace(rate, endsAt, (at) => {
      const client = idle.pop()
      if (client) send(client, at)
      else due.push(at)
    })
  await sleepUntil(endsAt + 100)
  for (const client of clients) client.close()
  return summary(latencies, statuses, seconds)
}

interface Client {
  send(request: Buffer, since: number): void
  close(): void
}

async function openClient(
  port: number,
  answered: (client: Client, status: number, since: number) => void,
): Promise<Client> {
  let socket: Socket
  let since = 0
  let waiting = false
  let rest = ''
  const client: Client = {
    send(request, at) {
      since = at
      waiting = true
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
  const done = (status: number) => {
    if (!waiting) return
    waiting = false
    answered(client, status, since)
  }
  const open = () =>
    new Promise<void>((resolve) => {
      socket = connect({ port, host: '127.0.0.1', noDelay: true }, resolve)
      socket.setEncoding('latin1')
      socket.on('data', (chunk: unknown) => {
        rest += chunk as string
        const head = rest.indexOf('\r\n\r\n')
        if (head < 0 || rest.length < head + 4 + bodyLength(rest)) return
        const status = Number(rest.slice(9, 12))
        rest = ''
        done(status)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        rest = ''
        if (waiting) open().then(() => done(0))
      })
    })
  await open()
  return client
}

function bodyLength(head: string): number {
  const at = head.search(/content-length: /i)
  if (at >= 0) return Number.parseInt(head.slice(at + 16), 10)
  return /transfer-encoding: chunked/i.test(head) ? 5 : 0
}

/** Calls `tick` with each instant at which a request is due. */
async function pace(rate: number, endsAt: number, tick: (at: number) => void) {
  const started = performance.now()
  for (let sent = 0; ; ) {
    const now = performance.now()
    if (now >= endsAt) return
    for (; started + (sent * 1000) / rate <= now; sent += 1) tick(started + (sent * 1000) / rate)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const sleepUntil = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))

function summary(latencies: number[], statuses: Record<number, number>, seconds: number): LoadResult {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    requests: sorted.length,
    seconds,
    statuses,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    max: sorted[sorted.length - 1] ?? Number.NaN,
  }
}
