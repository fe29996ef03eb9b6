import type { Ports, Timer } from '@shortlink/core/ports'
import type { VirtualClock } from './virtual-clock.ts'

/** A replica at its start, with its own timers, which end when it crashes. */
export interface Starting {
  readonly index: number
  readonly ports: Ports
  readonly once: Timer
  readonly clock: VirtualClock
  isDead(): boolean
}

/** What a replica runs beside its caches. */
export interface Services {
  readonly ports?: Partial<Ports>
  /** Ends it as a graceful shutdown does. */
  close?(): Promise<unknown>
}

/** Services that outlive replicas: a payment provider, a webhook endpoint, disks. */
export interface Outside {
  /** Connects a replica with it, at each start of the replica. */
  connect(starting: Starting): Services
}
