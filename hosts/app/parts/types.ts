import type { RunningBlocklist } from '@shortlink/adapters/cache'
import type { RunningUnknownVisitCounter } from '@shortlink/adapters/hits'
import type { SharedCounters } from '@shortlink/adapters/kit'
import type { OAuthProvider, RefusalPage } from '@shortlink/adapters/oauth'
import type { OpenVisitors } from '@shortlink/adapters/visitors'
import type { RunningDispatcher } from '@shortlink/adapters/webhooks'
import type { App } from '@shortlink/core'
import type { Job, JobPorts } from '@shortlink/core/host'
import type {
  AddressGuard,
  Blocklist,
  Capacity,
  Clock,
  Dispatcher,
  Ports,
  ServedHosts,
  ServedLinks,
  Store,
  UnknownVisitCounter,
  VisitCounter,
  Visitors,
  WebhookSender,
} from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import type { Tracing } from '../../tracing/tracing.ts'
import type { JobRunner } from '../jobs.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenStore, ReadLimits } from '../stores.ts'
import type { HitRecorderPart, HitSinkPart } from './hits.ts'

/**
 * Every part by its name: core's ports, and parts that only a running service has. Members beyond a part's port are optional, so that any
 * implementation of the port can replace the server's own.
 */
export interface Parts extends Ports {
  readonly settings: Settings
  readonly log: Log
  /** The data folder, once it exists. */
  readonly dataFolder: string
  /** Keys the digests of API keys and the secrets of webhooks. */
  readonly pepper: string
  /** How long reads may take, where not as long as the store has by default. */
  readonly readLimits: Partial<ReadLimits>
  /** Records work as spans; undefined without a receiver. */
  readonly tracing: (Tracing & { close(): Promise<void> }) | undefined
  readonly store: Store & Partial<Pick<OpenStore, 'replicaNumber' | 'poolUse' | 'replicaUse' | 'warmUp'>>
  readonly visitors: Visitors & Partial<Pick<OpenVisitors, 'files'>>
  readonly capacity: Capacity & { freeBytes?(): number }
  /** Reads the least free space, in bytes, of the service's folders, whether or not they exist. */
  readonly readFreeBytes: () => Promise<number>
  /** The store's clock, which replicas use to agree on due work. */
  readonly dueClock: Clock
  readonly hitSink: HitSinkPart
  readonly hitRecorder: HitRecorderPart
  /** The sender and the guard of its URLs, which apply the same rule. */
  readonly outgoing: {
    readonly sender: ClosableSender
    readonly addressGuard: AddressGuard
    readonly fetchDocument: FetchDocument
    readonly fetchIssuer: FetchDocument
  }
  /** Fetches the metadata documents of apps. */
  readonly fetchMetadata: FetchDocument
  /** Fetches documents of the outside issuer. */
  readonly fetchIssuer: FetchDocument
  readonly openOAuth: OpenOAuth
  readonly webhookSender: WebhookSender
  readonly dispatcher: Dispatcher & Partial<Pick<RunningDispatcher, 'start'>>
  readonly linkCache: Parts['servedLinks'] & { readonly hosts: ServedHosts; close?(): void }
  readonly blocklist: Blocklist & Partial<Pick<RunningBlocklist, 'subscribe' | 'close'>>
  readonly servedLinks: ServedLinks & { counters?(): { readonly hits: number; readonly misses: number } }
  readonly visitCounter: VisitCounter & { close?(): Promise<void> }
  readonly unknownVisitCounter: UnknownVisitCounter & Partial<Pick<RunningUnknownVisitCounter, 'flush' | 'close'>>
  /** Returns the time up to which expired records may be deleted; undefined while no clock can be trusted. */
  readonly expiryTime: JobPorts['expiryTime']
  /** The periodic work; an embedder may add to it. */
  readonly jobs: readonly Job[]
  readonly jobRunner: JobRunner
  /** The store with cached recent analytics results. */
  readonly answeringStore: Parts['store']
  /** All ports, with the additions of the server's own parts. */
  readonly ports: { readonly [Name in keyof Ports]: Parts[Name] }
  readonly app: App
  /** Counters of rate limits that replicas share; undefined if they belong to this process. */
  readonly limitCounters: SharedCounters | undefined
}

/** Opens the authorization server at the first call; calls share it. */
export type OpenOAuth = (refusalPage: RefusalPage) => Promise<OAuthProvider>

type FetchDocument = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>

type ClosableSender = WebhookSender & { close(): Promise<void> }
