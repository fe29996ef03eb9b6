import { connect, type Socket } from 'node:net'

/** A load: prepared requests, sent in turn over the given connections for the given time. */
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

export interface LoadAnswer {
  /** Which of the plan's requests it is to. */
  readonly request: number
  /** 0 for none. */
  readonly status: number
  readonly milliseconds: number
}

/** Time to wait for the last answers. */
const DRAIN_TIMEOUT_MS = 5000

/**
 * Sends requests one at a time on each connection. At a given rate each is timed from when it was due, not from when a connection
 * was free, so that a server that stalls cannot hide the requests that it kept waiting.
 */
export async function load(
  { port, requests, connections, seconds, rate }: LoadPlan,
  onAnswer: (answer: LoadAnswer) => void = () => {},
): Promise<LoadResult> {
  const wire = requests.map((request) => Buffer.from(request, 'latin1'))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const idle: Client[] = []
  const due: number[] = []
  let next = 0
  let waiting = 0
  const started = performance.now()
  const endsAt = started + seconds * 1000

  const clients = await Promise.all(
    Array.from({ length: connections }, () =>
      openClient(port, (client, { request, status, milliseconds }) => {
        waiting -= 1
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status !== 0) latencies.push(milliseconds)
        onAnswer({ request, status, milliseconds })
        goOn(client)
      }),
    ),
  )

  const send = (client: Client, since: number) => {
    waiting += 1
    client.send(wire[next] as Buffer, next, since)
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
  do await sleepUntil(performance.now() + 100)
  while (waiting > 0 && performance.now() < endsAt + DRAIN_TIMEOUT_MS)
  for (const client of clients) client.close()
  return summary(latencies, statuses, seconds)
}

interface Client {
  send(bytes: Buffer, request: number, since: number): void
  close(): void
}

async function openClient(port: number, answered: (client: Client, answer: LoadAnswer) => void): Promise<Client> {
  let socket: Socket
  let asked = 0
  let since = 0
  let waiting = false
  let rest = ''
  const client: Client = {
    send(bytes, request, at) {
      asked = request
      since = at
      waiting = true
      socket.write(bytes)
    },
    close: () => socket.destroy(),
  }
  const done = (status: number) => {
    if (!waiting) return
    waiting = false
    answered(client, { request: asked, status, milliseconds: performance.now() - since })
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

/** Calls `tick` with each instant at which a request is due, until `endsAt`, on the clock of `performance.now()`. */
export async function pace(rate: number, endsAt: number, tick: (at: number) => void) {
  const started = performance.now()
  for (let sent = 0; ; ) {
    const now = performance.now()
    if (now >= endsAt) return
    for (; started + (sent * 1000) / rate <= now; sent += 1) tick(started + (sent * 1000) / rate)
    const idle = Math.floor(started + (sent * 1000) / rate - performance.now())
    // What is due within a millisecond is waited for awake: timers are late by as much.
    await new Promise((resolve) => (idle < 1 ? setImmediate(resolve) : setTimeout(resolve, idle)))
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
