import type { Instant } from '../kernel/caller.ts'
import type { AuditEntryId, UserId } from '../kernel/ids.ts'

/** Where a call comes from; `SYSTEM` for programs that embed the core. */
export const SURFACES = ['GRAPHQL', 'MCP', 'REST', 'CLI', 'SYSTEM'] as const
export type Surface = (typeof SURFACES)[number]

/** The kinds of records in the audit log. */
export const RECORD_KINDS = [
  'ACCOUNT',
  'API_KEY',
  'LINK',
  'TAG',
  'DOMAIN',
  'WEBHOOK',
  'WEBHOOK_DELIVERY',
  'BIO_PAGE',
  'BIO_LINK',
  'BLOCKED_HOST',
  'REPORT',
  'STAT_SHARE',
  'QR_STYLE',
  'CONNECTED_APP',
  'SAVED_VIEW',
  'CAMPAIGN_TEMPLATE',
  'IMPORT',
  'ANNOTATION',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** A write of an account. It names the record and its changed fields, never their values. */
export interface AuditEntry {
  readonly id: AuditEntryId
  /** The account that has the record. */
  readonly owner: UserId
  readonly at: Instant
  /** `session:<id>`, `key:<id>`, `app:<client id>`, `admin:<account id>`, `cli` or `system`. */
  readonly actor: string
  readonly surface: Surface
  /** The name of the use case, or `loginFailed`. */
  readonly action: string
  readonly targetKind: RecordKind
  readonly targetId: string
  /** Changed fields under the names of the API's inputs; empty if the record was created or deleted. */
  readonly changed: readonly string[]
  /** The id of the request in the server's log; null outside of requests. */
  readonly requestId: string | null
  /** The network of the client at logins and sign-ups: /24 of IPv4, /48 of IPv6. */
  readonly network: string | null
}

/** A record that a call changed. */
export interface Change {
  readonly kind: RecordKind
  /** The id of the record; for an account the account itself by default. */
  readonly id?: string
  /** The account that has the record; the caller's by default. */
  readonly owner?: UserId
  /** Changed fields under the names of the API's inputs. */
  readonly changed?: readonly string[]
  /** The id of the session that the call opened, which is then the actor. */
  readonly session?: string
}
