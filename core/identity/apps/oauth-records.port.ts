import type { Instant } from '../../kernel/caller.ts'

/** A record of the authorization server, such as a client, a code or a token. */
export interface OAuthRecord {
  readonly kind: string
  /** Unique within its kind. For secrets a digest. */
  readonly id: string
  /** The consent that it depends on; null for others. */
  readonly grantId: string | null
  /** A second key, which several records of a kind may share, such as the account of a connected app. */
  readonly uid: string | null
  /** Null for never. */
  readonly expiresAt: Instant | null
  /** When it was used up; null if it was not. */
  readonly consumedAt: Instant | null
  /** JSON. */
  readonly payload: string
}

/** Most records that a list has. */
export const MAX_OAUTH_LIST = 200

/** Records of the authorization server. Finding one does not look at its expiration. */
export interface OAuthRecords {
  /** Inserts the record, or replaces all of it but `consumedAt`. */
  put(record: Omit<OAuthRecord, 'consumedAt'>): Promise<void>
  /** Inserts the record unless one has its kind and id, expired or not; true for one of several concurrent calls. */
  add(record: Omit<OAuthRecord, 'consumedAt'>): Promise<boolean>
  find(kind: string, id: string): Promise<OAuthRecord | undefined>
  /** The records of a kind with the second key, the last to expire first; at most {@link MAX_OAUTH_LIST}. */
  listByUid(kind: string, uid: string): Promise<readonly OAuthRecord[]>
  /** Uses up a record; true for exactly one of several concurrent calls. */
  consume(kind: string, id: string, at: Instant): Promise<boolean>
  /** Moves the expiration of a record to a later instant; an earlier one, and a record that never expires, changes nothing. */
  prolong(kind: string, id: string, until: Instant): Promise<void>
  /** Deletes a record; true for one of several concurrent calls. */
  remove(kind: string, id: string): Promise<boolean>
  /** Deletes every record of the grant, by one statement. */
  revokeGrant(grantId: string): Promise<void>
  /** Deletes the records that expired before the instant; returns their number. */
  forget(before: Instant): Promise<number>
}
