import type { Instant } from './caller.ts'
import type {
  AnnotationId,
  ApiKeyId,
  AuditEntryId,
  BioLinkId,
  BioPageId,
  CampaignTemplateId,
  ConnectedAppId,
  DomainId,
  EventId,
  ImportId,
  LinkId,
  QrStyleId,
  ReportId,
  SavedViewId,
  StatShareId,
  TagId,
  UserId,
  WebhookId,
} from './ids.ts'

/** The current time. */
export interface Clock {
  now(): Instant
}

/** New ids: UUIDv7, which sort by time. */
export interface Ids {
  user(): UserId
  link(): LinkId
  apiKey(): ApiKeyId
  domain(): DomainId
  bioPage(): BioPageId
  bioLink(): BioLinkId
  webhook(): WebhookId
  event(): EventId
  tag(): TagId
  refillOrder(): string
  auditEntry(): AuditEntryId
  report(): ReportId
  qrStyle(): QrStyleId
  statShare(): StatShareId
  annotation(): AnnotationId
  connectedApp(): ConnectedAppId
  savedView(): SavedViewId
  campaignTemplate(): CampaignTemplateId
  import(): ImportId
  token(): string
}

/** Random slugs from a CSPRNG, in the operator's alphabet; by default base58, which has no look-alike characters. */
export interface Slugs {
  fresh(length: number): string
}

/** Background work that no caller waits for. Its queue is bounded, failures are logged, and shutdown waits for it. */
export interface Background {
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when no work is queued or running. */
  drained(): Promise<void>
}

/** Yields to the event loop: resolves after other pending work has run. Long work calls it between slices of about 1 ms. */
export type Pause = () => Promise<void>

/** Runs `work` once after `delayMs` of monotonic time. Returns a cancel function. */
export type Timer = (delayMs: number, work: () => void) => () => void

/** Delivers the events of the outbox. */
export interface Dispatcher {
  /** Starts a round now; otherwise the dispatcher polls the outbox twice a second. */
  wake(): void
}

/** Free storage. */
export interface Capacity {
  /** False while storage is nearly full, so nothing may be created. */
  hasSpace(): boolean
}

/** Operator settings for slugs. */
export interface SlugPolicy {
  /** Length of generated slugs. */
  readonly length: number
  /** Whether new slugs are stored in lower case, and a slug that is not found as written is looked up in lower case. */
  readonly isLoose: boolean
  /** Days that the slug of a deleted link stays taken on the service's own host; 0 to free it at once. */
  readonly tombstoneDays: number
}

/** Operator settings for visits. */
export interface VisitPolicy {
  /** Whether different visitors are counted. */
  readonly countsVisitors: boolean
  /** Whether visitors who request not to be tracked are recorded with less data. */
  readonly honorsGpc: boolean
  /** The query parameter that is recorded as a visit's reference and never forwarded; empty for none. */
  readonly refParameter: string
  /** Retention of visits in days; 0 for unlimited. */
  readonly retentionDays: number
  /** Days before visitor IP addresses are anonymized; 0 to keep them with the visit. */
  readonly ipRetentionDays: number
}

/** Information about the service and its settings that clients see. */
export interface ServicePolicy {
  /** The version of the packages. */
  readonly version: string
  /** The public URL of MCP; null while it is disabled. */
  readonly mcpUrl: string | null
  /** The public URL of MCP for apps that sign in; null while that is disabled. */
  readonly mcpOauthUrl: string | null
  /** The outside authorization server where apps sign in; null for the service's own one. */
  readonly oauthIssuer: string | null
  /** Whether there is geolocation data with cities. */
  readonly cities: boolean
  /** Whether visits are stored with the full IP address of the visitor. */
  readonly addressesKept: boolean
}
