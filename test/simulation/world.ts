import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Ids, LinkChange, Policy, Store } from '@shortlink/core/ports'
import type { Scheduler } from 'fast-check'
import { StoreFault } from './faults.ts'
import type { FeedConnection } from './feed.ts'
import type { Outside } from './outside.ts'
import { type Parts, Replica } from './replica.ts'
import { Database } from './scheduled-store.ts'
import { drain, VirtualClock } from './virtual-clock.ts'

export interface WorldOptions {
  readonly replicas: number
  readonly policy?: Partial<Policy>
  /** Without one, each operation ends before the next begins, and no fault is injected. */
  readonly scheduler?: Scheduler
  /** An empty memory store by default. */
  readonly store?: Store
  readonly ids?: Ids
  readonly outside?: Outside | undefined
}

/** Virtual days after which a history that has not come to rest counts as stuck. */
const STUCK_AFTER_MS = 24 * 60 * 60 * 1000

/** Replicas with their database, and the operations that are in flight. */
export class World {
  readonly clock = new VirtualClock()
  readonly scheduler: Scheduler | undefined
  /** The database itself, without faults, for setups and checks; not for steps, since a transaction in flight may keep them waiting. */
  readonly store: Store
  readonly database: Database | undefined
  readonly ids: Ids
  readonly policy: Partial<Policy>
  readonly outside: Outside | undefined
  readonly replicas: readonly Replica[]
  readonly #commitListeners: ((change: LinkChange) => void)[] = []
  readonly #feeds = new Map<number, FeedConnection>()
  readonly #inFlight = new Map<Promise<void>, Parts | undefined>()
  readonly #findings: unknown[] = []

  constructor(options: WorldOptions) {
    const { replicas, policy = {}, scheduler, store = openMemoryStore(), ids = countingIds(), outside } = options
    this.scheduler = scheduler
    this.store = store
    this.ids = ids
    this.policy = policy
    this.outside = outside
    const report = (change: LinkChange) => {
      for (const listener of this.#commitListeners) listener(change)
      for (const feed of this.#feeds.values()) feed.notify(change)
    }
    if (scheduler) this.database = new Database(store, report)
    else store.linkFeed.subscribe(report)
    this.replicas = Array.from({ length: replicas }, (_, index) => new Replica(this, index))
  }

  /** Whether any call failed or any replica crashed, so that some loss is permitted. */
  get isFaulty(): boolean {
    return this.replicas.some(({ faults, crashes }) => faults.isUsed || crashes > 0)
  }

  /** Whether no operation is in flight. */
  get isQuiet(): boolean {
    return this.#inFlight.size === 0
  }

  replica(index: number): Replica {
    const replica = this.replicas[index % this.replicas.length]
    if (replica === undefined) throw new Error('no replica')
    return replica
  }

  connectFeed(replica: number, feed: FeedConnection): FeedConnection {
    this.#feeds.set(replica, feed)
    return feed
  }

  /** Calls the listener at each commit that changes links. A read of `store` that it starts sees the state of that commit. */
  onCommit(listener: (change: LinkChange) => void) {
    this.#commitListeners.push(listener)
  }

  /**
   * Starts an operation on the replica and does not wait for it, unless there is no scheduler. Any error it throws, except a fault, is a finding.
   * An operation of a replica that crashes never goes on.
   */
  async start(replica: Replica, operation: (parts: Parts) => PromiseLike<unknown>): Promise<void> {
    const { parts } = replica
    await this.#run(operation(parts), parts)
  }

  /** Starts an operator's command, which calls the database once, without faults. */
  async startCommand(command: (store: Store) => PromiseLike<unknown>): Promise<void> {
    const { database, store } = this
    await this.#run(database ? database.run(() => command(store)) : command(store), undefined)
  }

  /** Without a scheduler, the operation and what observes it end before this resolves. */
  async #run(operation: PromiseLike<unknown>, parts: Parts | undefined): Promise<void> {
    this.#track(Promise.resolve(operation), parts)
    while (this.scheduler === undefined && !this.isQuiet) await Promise.all(this.#inFlight.keys())
    this.report()
  }

  /** Waits for the check at the end; what it throws is a finding. */
  observe(check: Promise<unknown>) {
    this.#track(check, undefined)
  }

  #track(operation: Promise<unknown>, parts: Parts | undefined) {
    const running: Promise<void> = operation
      .catch((error: unknown) => {
        if (!isFault(error)) this.#findings.push(error)
      })
      .then(() => void this.#inFlight.delete(running))
    this.#inFlight.set(running, parts)
  }

  crash(replica: Replica) {
    for (const [running, parts] of this.#inFlight) if (parts === replica.parts) this.#inFlight.delete(running)
    replica.crash()
  }

  /** Throws the first finding. */
  report() {
    if (this.#findings.length > 0) throw this.#findings[0]
  }

  /** Goes on until no operation is in flight, the scheduler has no step left, and the database has ended what crashed replicas sent. */
  async settle(): Promise<void> {
    const stuckAtMs = this.clock.now() + STUCK_AFTER_MS
    for (;;) {
      await drain()
      this.report()
      if (this.scheduler && this.scheduler.count() > 0) await this.scheduler.waitOne()
      else if (this.#inFlight.size === 0 && !this.database?.running) return
      else await this.#awaitTimer(stuckAtMs)
    }
  }

  async #awaitTimer(stuckAtMs: number) {
    const delayMs = this.clock.nextIn()
    if (delayMs === undefined || this.clock.now() > stuckAtMs) throw new Error('an operation never ends')
    await this.clock.advance(delayMs)
  }
}

/** The store failed, or the cache gave up on it. */
const isFault = (error: unknown) =>
  error instanceof StoreFault || (error instanceof Error && error.constructor.name === 'StoreAway')

/** Ids in the order of their creation, so that a history is the same whenever it runs. */
function countingIds(): Ids {
  let count = 0
  const fresh = <Id extends string>() => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}` as Id
  return {
    user: fresh,
    link: fresh,
    apiKey: fresh,
    domain: fresh,
    bioPage: fresh,
    bioLink: fresh,
    webhook: fresh,
    event: fresh,
    tag: fresh,
    refillOrder: fresh,
    auditEntry: fresh,
    report: fresh,
    statShare: fresh,
    qrStyle: fresh,
    connectedApp: fresh,
    savedView: fresh,
    campaignTemplate: fresh,
    annotation: fresh,
    import: fresh,
    token: fresh,
  }
}
