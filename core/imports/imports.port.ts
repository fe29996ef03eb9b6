import type { Instant } from '../kernel/caller.ts'
import type { ImportId, UserId } from '../kernel/ids.ts'
import type { Import, ImportState } from './import.ts'

/** A part of a file. */
export interface ImportPart {
  /** Counted from 0. */
  readonly index: number
  readonly text: string
  readonly isLast: boolean
  readonly at: Instant
}

/** Changed fields of an import. */
export type ImportChange = Partial<
  Pick<Import, 'state' | 'program' | 'domains' | 'acceptedLosses' | 'report' | 'found' | 'fault'>
> &
  Pick<Import, 'updatedAt'>

/** The right of one server to work on an import until an instant. Another server takes over when it has passed. */
export interface ImportClaim {
  readonly token: string
  readonly until: Instant
}

/** A claimed import, and how often in a row it was claimed without progress. */
export interface ClaimedImport {
  readonly found: Import
  readonly attempts: number
}

/** Imports in the background: one per account, with the parts of its file. Files of `DONE` and `CANCELED` imports are deleted. */
export interface Imports {
  /** Replaces the owner's import and its file; false, without a change, while that is `RUNNING`. */
  create(record: Import): Promise<boolean>
  find(owner: UserId): Promise<Import | undefined>
  /**
   * Appends a part to an import that is `UPLOADING` and has as many parts as `index` says; the last part makes it `PLANNING`. Undefined,
   * without a change, for others, and if the file would have more than `max` characters. Call it inside a transaction.
   */
  addPart(owner: UserId, id: ImportId, part: ImportPart, max: number): Promise<Import | undefined>
  /**
   * Changes an import in one of the states, and ends the claim of a server unless it is `RUNNING`. Undefined, without a change, for others.
   * Call it inside a transaction.
   */
  change(owner: UserId, id: ImportId, from: readonly ImportState[], change: ImportChange): Promise<Import | undefined>
  /** A part of a file; undefined if it has no such part. */
  part(id: ImportId, index: number): Promise<string | undefined>
  /**
   * Claims the import that has waited longest of these that are `PLANNING` or `RUNNING`, whose claim has passed at `now`, and whose account
   * is enabled. One server gets it.
   */
  claim(now: Instant, claim: ImportClaim): Promise<ClaimedImport | undefined>
  /**
   * Stores progress under a claim, and prolongs it. A new state applies only if the state still is `from`. Returns the state; undefined,
   * without a change, if the claim has ended.
   */
  save(id: ImportId, claim: ImportClaim, from: ImportState, change: ImportChange): Promise<ImportState | undefined>
  /** Gives up a claim, so that any server may go on at once. */
  release(id: ImportId, claim: ImportClaim): Promise<void>
  /** Deletes imports that have not changed since the instant. */
  forget(before: Instant): Promise<void>
}
