import { Limiter } from '@shortlink/adapters/kit'
import type { Instant } from '@shortlink/core'
import type { LinkChange, Store, Timer } from '@shortlink/core/ports'
import { type Result, ResultAsync } from 'neverthrow'
import { type Fault, GIVE_UP_MS, LATE_MS, StoreFault } from './faults.ts'
import type { FeedConnection } from './feed.ts'

/** A replica's way to the database. */
export interface Connection {
  readonly feed: FeedConnection
  /** A timer that goes on when the replica crashes. */
  readonly once: Timer
  /** The database's clock. */
  readonly wall: () => Instant
  /** Resolves when the scheduler picks the step. */
  step(label: string): Promise<unknown>
  takeFault(): Fault | undefined
  /** Called when a call is sent; returns what is called with its end. */
  watch(label: string): (isAnswered: boolean) => void
  /** Whether the replica has crashed. */
  isDead(): boolean
}

/** The database that all replicas share: it knows which changes a call committed. */
export class Database {
  readonly store: Store
  readonly #turns = new Limiter(1)
  #committed: LinkChange[] = []
  /** Calls and transactions that have not ended. */
  running = 0

  constructor(store: Store, notify: (change: LinkChange) => void) {
    this.store = store
    store.linkFeed.subscribe((change) => {
      this.#committed.push(change)
      notify(change)
    })
  }

  /** Runs one call or transaction at a time, as the memory store does anyway. */
  run<T>(work: () => PromiseLike<T>): Promise<{ readonly value: T; readonly changes: readonly LinkChange[] }> {
    this.running += 1
    return this.#turns
      .run(async () => {
        this.#committed = []
        const value = await work()
        return { value, changes: this.#committed }
      })
      .finally(() => {
        this.running -= 1
      })
  }
}

type Method = (...args: unknown[]) => unknown
type Run = <T>(label: string, work: () => PromiseLike<T>) => Promise<T>

/** The database's store. Each call takes two steps: sent and answered. */
export function scheduledStore(database: Database, connection: Connection): Store {
  const run: Run = async (label, work) => {
    const { value, changes } = await travel(connection, label, () => database.run(work))
    connection.feed.publish(changes)
    return value
  }
  return wrapStore(database.store, run, connection)
}

function wrapStore(store: Store, run: Run, connection: Connection): Store {
  const inTransaction: Run = (label, work) => travel(connection, label, work, true)
  const atomic: Store['atomic'] = (work) =>
    new ResultAsync(
      run('atomic', () => store.atomic((inner) => work(wrapStore(inner, inTransaction, connection)))) as Promise<
        Result<never, never>
      >,
    )
  const ports = wrapMethods(store, '', run)
  return new Proxy(store, {
    get(target, name: keyof Store) {
      if (name === 'linkFeed') return connection.feed
      if (name === 'atomic') return atomic
      if (name === 'now') return () => run('now', async () => connection.wall())
      const port = target[name]
      return typeof port === 'object' ? wrapMethods(port, `${name}.`, run) : ports[name]
    },
  })
}

function wrapMethods<Port extends object>(port: Port, prefix: string, run: Run): Port {
  return new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as Method
      if (typeof method !== 'function') return method
      const label = prefix + String(name)
      const call = (...args: unknown[]) => run(label, () => method.apply(target, args) as Promise<unknown>)
      return isGenerator(method, label)
        ? (...args: unknown[]) => steps(method.apply(target, args) as AsyncIterable<unknown>, label, run)
        : (...args: unknown[]) => withResultMethods(call(...args))
    },
  })
}

/** What the memory store does in one step has no sign of a generator. */
const ITERABLES = new Set(['hitRetention.purge', 'hitRetention.cutAddresses', 'hitRetention.forgetVisitors'])

const isGenerator = (method: Method, label: string) =>
  method.constructor.name === 'AsyncGeneratorFunction' || ITERABLES.has(label)

async function* steps(iterable: AsyncIterable<unknown>, label: string, run: Run) {
  const iterator = iterable[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await run(label, () => iterator.next())
    if (done) return
    yield value
  }
}

/** A call does not show beforehand whether it returns a promise or a `ResultAsync`, so this is both. */
function withResultMethods(promise: Promise<unknown>): Promise<unknown> {
  const result = new ResultAsync(promise as Promise<Result<unknown, unknown>>)
  for (const name of Object.getOwnPropertyNames(ResultAsync.prototype)) {
    if (name in promise || name === 'constructor') continue
    const method = Reflect.get(result, name)
    if (typeof method === 'function') Object.defineProperty(promise, name, { value: method.bind(result) })
  }
  return promise
}

/** One call on its way to the database and back. */
async function travel<T>(...call: Parameters<typeof attempt<T>>): Promise<T> {
  const [connection, label] = call
  const end = connection.watch(label)
  try {
    const value = await attempt(...call)
    end(true)
    return value
  } catch (error) {
    end(false)
    throw error
  }
}

/** The call with at most one fault. */
async function attempt<T>(
  connection: Connection,
  label: string,
  work: () => PromiseLike<T>,
  inTransaction = false,
): Promise<T> {
  const fault = connection.takeFault()
  const later = (delayMs: number) => new Promise<void>((resolve) => void connection.once(delayMs, resolve))
  const step = async (what: string) => {
    await connection.step(`${label} ${what}`)
    if (!connection.isDead()) return
    // The database ends the transactions of a connection that is gone. All else of a crashed replica goes no further.
    if (inTransaction) throw new StoreFault('crashed')
    await new Promise(() => {})
  }
  await step('sent')
  if (fault === 'fails before') throw new StoreFault(label)
  if (fault === 'lost before') {
    await later(GIVE_UP_MS)
    throw new StoreFault(label)
  }
  const settled = await Promise.resolve(work()).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (fault === 'late') await later(LATE_MS)
  if (fault === 'lost after') await later(GIVE_UP_MS)
  await step('answered')
  if (fault === 'fails after' || fault === 'lost after') throw new StoreFault(label)
  if ('error' in settled) throw settled.error
  return settled.value
}
