import type { RunningUnknownVisitCounter } from '@shortlink/adapters/hits'
import type { OpenVisitors } from '@shortlink/adapters/visitors'
import type { RunningDispatcher } from '@shortlink/adapters/webhooks'
import type {
  AddressGuard,
  App,
  Capacity,
  Clock,
  Dispatcher,
  Job,
  JobPorts,
  Ports,
  ServedHosts,
  ServedLinks,
  Store,
  UnknownVisitCounter,
  VisitCounter,
  Visitors,
  WebhookSender,
} from '@shortlink/core'
import type { JobRunner } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { OpenStore } from '../stores.ts'
import type { HitRecorderPart, HitSinkPart } from './hits.ts'

/**
 * Every part by its name: core's ports, and what only a running service has. What the server's own parts do beyond their port is
 * optional, so that any implementation of the port can take their place.
 */
export interface Parts extends Ports {
  readonly settings: Settings
  readonly log: Log
  /** The data folder, once it is there. */
  readonly dataFolder: string
  /** Keys the digests of API keys and the secrets of webhooks. */
  readonly pepper: string
  readonly store: Store & Partial<Pick<OpenStore, 'replicaNumber' | 'poolUse' | 'warmUp'>>
  readonly visitors: Visitors & Partial<Pick<OpenVisitors, 'files'>>
  readonly capacity: Capacity & { freeBytes?(): number }
  /** Reads the least free space, in bytes, around what the service writes, whether or not its folders are there. */
  readonly readFreeBytes: () => Promise<number>
  /** The store's clock, by which replicas agree on what is due. */
  readonly dueClock: Clock
  readonly hitSink: HitSinkPart
  readonly hitRecorder: HitRecorderPart
  /** The sender and the guard of its addresses, which judge by the same rule. */
  readonly outgoing: { readonly sender: ClosableSender; readonly addressGuard: AddressGuard }
  readonly webhookSender: WebhookSender
  readonly dispatcher: Dispatcher & Partial<Pick<RunningDispatcher, 'start'>>
  readonly linkCache: Parts['servedLinks'] & { readonly hosts: ServedHosts; close?(): void }
  readonly servedLinks: ServedLinks & { counters?(): { readonly hits: number; readonly misses: number } }
  readonly visitCounter: VisitCounter & { close?(): Promise<void> }
  readonly unknownVisitCounter: UnknownVisitCounter & Partial<Pick<RunningUnknownVisitCounter, 'flush' | 'close'>>
  /** Returns the time up to which expired records may be deleted; undefined while no clock can be trusted. */
  readonly expiryTime: JobPorts['expiryTime']
  /** The periodic work, to which an embedder may add. */
  readonly jobs: readonly Job[]
  readonly jobRunner: JobRunner
  /** The store, of which recent answers about visits are kept. */
  readonly answeringStore: Parts['store']
  /** All ports, with what the server's own parts add to them. */
  readonly ports: { readonly [Name in keyof Ports]: Parts[Name] }
  readonly app: App
}

type ClosableSender = WebhookSender & { close(): Promise<void> }
