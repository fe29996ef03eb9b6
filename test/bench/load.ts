import { connect, type Socket } from 'node:net'
import { quantile } from './numbers.ts'
import { endOfResponse } from './response.ts'

/** An array of requests, or an object that makes them when they are due. */
interface Requests {
  readonly length: number
  at(index: number): string | undefined
}

/** A load: prepared requests, sent in turn over the given connections for the given time. */
export interface LoadPlan {
  readonly port: number
  /** Whole requests as they go over the wire. */
  readonly requests: Requests
  readonly connections: number
  readonly seconds: number
  /** Requests a second, evenly spread; as many as the server answers when absent. */
  readonly rate?: number | undefined
  /** Waits asleep for what is due, up to a millisecond too long, and so leaves its core to a server that shares it. */
  readonly sleeps?: boolean | undefined
}

export interface LoadResult {
  /** Answers that came. */
  readonly requests: number
  readonly seconds: number
  /** Answers by status; `0` counts requests that got none. */
  readonly statuses: Record<number, number>
  /** Answers that hold an error of GraphQL or MCP. */
  readonly errors: number
  /** Milliseconds from when a request was due to its answer; to the end of the wait for those that got none. */
  readonly p50: number
  readonly p99: number
}

export interface LoadAnswer {
  /** Which of the plan's requests it is to. */
  readonly request: number
  /** 0 for none. */
  readonly status: number
  readonly milliseconds: number
  readonly isError: boolean
}

/**
 * Sends requests one at a time on each connection. At a given rate each is timed from when it was due, not from when a connection
 * was free, so that a server that stalls cannot hide the requests that it kept waiting.
 * @param drainTimeoutMs time to wait for the last answers
 */
export async function load(
  { port, requests, connections, seconds, rate, sleeps }: LoadPlan,
  onAnswer: (answer: LoadAnswer) => void = () => {},
  drainTimeoutMs = 15_000,
): Promise<LoadResult> {
  const book = openBook()
  const idle: Client[] = []
  const due: number[] = []
  let next = 0
  let endsAt = Number.POSITIVE_INFINITY

  const clients = await Promise.all(
    Array.from({ length: connections }, () =>
      openClient(port, (client, answer) => {
        book.add(answer)
        onAnswer(answer)
        goOn(client)
      }),
    ),
  )

  const send = (client: Client, since: number) => {
    client.send(requests.at(next) as string, next, since)
    next = (next + 1) % requests.length
  }

  function goOn(client: Client) {
    const now = performance.now()
    // What was due in time is sent and timed, however late a connection is free.
    if (due.length > 0) send(client, due.shift() as number)
    else if (rate === undefined && now < endsAt) send(client, now)
    else idle.push(client)
  }

  endsAt = performance.now() + seconds * 1000
  for (const client of clients) goOn(client)
  if (rate === undefined) await sleepUntil(endsAt)
  else
    await pace({ rate, sleeps }, endsAt, (at) => {
      const client = idle.pop()
      if (client) send(client, at)
      else due.push(at)
    })
  const deadline = endsAt + drainTimeoutMs
  while (idle.length < clients.length && performance.now() < deadline) await sleepUntil(performance.now() + 20)
  const unanswered = [...clients.flatMap((client) => client.waitsSince() ?? []), ...due]
  for (const client of clients) client.close()
  return book.close(unanswered, seconds)
}

function openBook() {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let errors = 0
  return {
    add({ status, milliseconds, isError }: LoadAnswer) {
      statuses[status] = (statuses[status] ?? 0) + 1
      latencies.push(milliseconds)
      if (isError) errors += 1
    },
    close(unanswered: readonly number[], seconds: number): LoadResult {
      const now = performance.now()
      for (const since of unanswered) this.add({ request: -1, status: 0, milliseconds: now - since, isError: false })
      return {
        requests: latencies.length - (statuses[0] ?? 0),
        seconds,
        statuses,
        errors,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      }
    },
  }
}

interface Client {
  send(text: string, request: number, since: number): void
  /** When the request was due that waits for its answer. */
  waitsSince(): number | undefined
  close(): void
}

/** What answers hold when something failed: those of GraphQL, of an MCP tool, and of MCP itself. */
const FAILURES = ['"errors":[', '"structuredContent":{"error":"', '"error":{"code":']
const isFailure = (answer: string) => FAILURES.some((part) => answer.includes(part))

async function openClient(port: number, answered: (client: Client, answer: LoadAnswer) => void): Promise<Client> {
  let socket: Socket
  let request = 0
  let since: number | undefined
  let rest = ''
  let closed = false
  const client: Client = {
    send(text, sent, at) {
      request = sent
      since = at
      socket.write(text, 'latin1')
    },
    waitsSince: () => since,
    close() {
      closed = true
      socket.destroy()
    },
  }
  const done = (status: number, isError: boolean) => {
    if (since === undefined) return
    const milliseconds = performance.now() - since
    since = undefined
    answered(client, { request, status, milliseconds, isError })
  }
  const open = () =>
    new Promise<void>((resolve) => {
      socket = connect({ port, host: '127.0.0.1', noDelay: true }, resolve)
      socket.setEncoding('latin1')
      socket.on('data', (chunk: unknown) => {
        rest += chunk as string
        const end = endOfResponse(rest)
        if (end === undefined) return
        const answer = rest.slice(0, end)
        rest = rest.slice(end)
        done(Number(answer.slice(9, 12)), isFailure(answer))
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        rest = ''
        if (closed) return
        if (since !== undefined) open().then(() => done(0, false))
        else open()
      })
    })
  await open()
  return client
}

type Pace = Pick<LoadPlan, 'sleeps'> & { readonly rate: number }

/** Calls `tick` with each instant at which a request is due, until `endsAt`, on the clock of `performance.now()`. */
export async function pace({ rate, sleeps }: Pace, endsAt: number, tick: (at: number) => void) {
  const started = performance.now()
  const dueAt = (index: number) => started + (index * 1000) / rate
  for (let sent = 0; dueAt(sent) < endsAt; ) {
    for (const now = performance.now(); dueAt(sent) <= now && dueAt(sent) < endsAt; sent += 1) tick(dueAt(sent))
    const idle = Math.max(0, Math.floor(dueAt(sent) - performance.now()))
    // What is due within a millisecond is waited for awake: timers are late by as much.
    await new Promise((resolve) => (idle < 1 && !sleeps ? setImmediate(resolve) : setTimeout(resolve, idle)))
  }
}

const sleepUntil = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
