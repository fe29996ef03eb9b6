import { cachedLinks, visitCounter } from '@shortlink/adapters/cache'
import { type App, createApp, type Instant } from '@shortlink/core'
import { JOBS, type JobPorts } from '@shortlink/core/host'
import type { Ports, Store, Timer } from '@shortlink/core/ports'
import { steadyTime } from '../../hosts/kit/steady-time.ts'
import { testPorts } from '../support/ports.ts'
import { Faults } from './faults.ts'
import { FeedConnection } from './feed.ts'
import { Lookups } from './lookups.ts'
import { plainTokens } from './plain-tokens.ts'
import { type Connection, scheduledStore } from './scheduled-store.ts'
import type { World } from './world.ts'

/** What an incarnation of a replica is made of. */
export interface Parts {
  readonly ports: Ports
  readonly app: App
  readonly feed: FeedConnection
  /** Runs periodic work of the service once. */
  runJob(name: string): Promise<unknown>
  /** Ends what the replica runs in the background, as a graceful shutdown does. */
  close(): Promise<void>
}

/** Ports that keep no state, so all replicas of all histories share them. */
const shared = testPorts()
const NEVER = new AbortController().signal

/** The store, with the clock of the simulation for its own. */
const atTimeOf = (store: Store, wall: () => Instant): Store =>
  new Proxy(store, { get: (target, name: keyof Store) => (name === 'now' ? async () => wall() : target[name]) })

/** A server process: its caches and counters are the real ones, its clock and its way to the database are simulated. */
export class Replica {
  readonly index: number
  readonly faults = new Faults()
  lookups: Lookups
  readonly #world: World
  /** How far its wall clock is ahead of the database's. */
  skewMs = 0
  crashes = 0
  parts: Parts
  #life = { isDead: false }

  constructor(world: World, index: number) {
    this.#world = world
    this.index = index
    this.lookups = new Lookups(world.clock)
    this.parts = this.#open()
  }

  /** Ends the process at once: no code of it runs any more. What it sent may still reach the database. */
  crash() {
    this.#life.isDead = true
    this.crashes += 1
    this.faults.clear()
    this.parts.feed.cut()
    this.#life = { isDead: false }
    this.lookups = new Lookups(this.#world.clock)
    this.parts = this.#open()
  }

  #open(): Parts {
    const { clock, scheduler, database, store } = this.#world
    const { lookups } = this
    const life = this.#life
    const step = (label: string) =>
      scheduler ? scheduler.schedule(Promise.resolve(), `r${this.index} ${label}`) : Promise.resolve()
    const feed = this.#world.connectFeed(this.index, new FeedConnection(clock, step))
    const connection: Connection = {
      feed,
      once: clock.once,
      wall: clock.wall,
      step,
      takeFault: () => this.faults.take(),
      watch: (label) => (label === 'links.findBySlug' ? lookups.begin() : () => {}),
      isDead: () => life.isDead,
    }
    const once: Timer = (delayMs, work) => clock.once(delayMs, () => life.isDead || work())
    const every: Timer = (delayMs, work) => {
      const repeat = () => {
        cancel = once(delayMs, repeat)
        work()
      }
      let cancel = once(delayMs, repeat)
      return () => cancel()
    }
    const own = database ? scheduledStore(database, connection) : atTimeOf(store, clock.wall)
    const timers = { once, every }
    const links = cachedLinks({ store: own, ownHosts: shared.policy.ownHosts, now: clock.now, timers })
    const counter = visitCounter({ store: own, now: clock.now, timers })
    const ports: Ports = {
      ...shared,
      tokens: plainTokens,
      store: own,
      clock: { now: () => clock.wall() + this.skewMs },
      timer: once,
      ids: this.#world.ids,
      servedLinks: links,
      servedHosts: links.hosts,
      visitCounter: counter,
      policy: { ...shared.policy, ...this.#world.policy },
      // Random ones would make a history another each time.
      slugs: { fresh: (length) => this.#world.ids.token().slice(-length) },
    }
    const isDead = () => life.isDead
    const services = this.#world.outside?.connect({ index: this.index, ports, once, clock, isDead })
    const all = { ...ports, ...services?.ports }
    const jobPorts: JobPorts = {
      ...all,
      expiryTime: steadyTime(own, ports.clock, clock.now),
      sleep: (milliseconds) => new Promise<void>((resolve) => void once(milliseconds, resolve)),
      signal: NEVER,
      log: { info() {}, warn() {} },
    }
    const runJob = async (name: string) => JOBS.find((job) => job.name === name)?.run(jobPorts)
    const close = () => Promise.resolve(services?.close?.()).then(counter.close).then(links.close)
    return { ports: all, app: createApp(all), feed, runJob, close }
  }
}
