import type { Instant } from '../kernel/caller.ts'
import type { HitId, LinkId, UserId } from '../kernel/ids.ts'
import type { Hit } from './hit.ts'

/** A visit with the slug of its link. */
export interface StreamedHit {
  readonly hit: Hit
  readonly slug: string
}

/** A part of an account's visits. */
export interface HitRange {
  /** Only visits with higher ids; null for the first. */
  readonly after: HitId | null
  readonly take: number
  readonly link?: LinkId | undefined
  /** Only visits at this time or later. */
  readonly from?: Instant | undefined
  /** Only visits before this time. */
  readonly to?: Instant | undefined
}

/** The ids of an account's latest visits, newest first. */
export interface LatestHits {
  readonly owner: UserId
  readonly ids: readonly HitId[]
}

/** Reads visits in the order of their ids. */
export interface HitStream {
  /** The next visits of the owner's links, oldest first by id. Fewer than `take` are the last there are. */
  ofOwner(owner: UserId, range: HitRange): Promise<readonly StreamedHit[]>
  /**
   * The visits of the accounts with higher ids. Of the visits of all accounts the latest `among` are looked at, so that the work is bounded.
   */
  latest(owners: readonly UserId[], after: HitId, among: number): Promise<readonly LatestHits[]>
  /** Some visits by their ids, oldest first by id; those that are gone are left out. */
  find(ids: readonly HitId[]): Promise<readonly StreamedHit[]>
}
