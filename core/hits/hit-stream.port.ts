import type { LinkSelection } from '../analytics/analytics.port.ts'
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

/** The ids of the latest visits of an account, newest first. */
export interface LatestHits {
  readonly owner: UserId
  readonly ids: readonly HitId[]
}

/** Reads visits in the order of their ids. */
export interface HitStream {
  /** Returns the next visits of the owner's links, oldest first by id. A part with fewer than `take` visits is the last. */
  ofOwner(owner: UserId, range: HitRange): Promise<readonly StreamedHit[]>
  /** Returns the newest visits of the selected links, newest first by id. */
  newest(links: LinkSelection, take: number): Promise<readonly Hit[]>
  /**
   * Returns the visits of the accounts with higher ids. Looks only at the latest `among` visits of all accounts, so that the work is
   * bounded.
   */
  latest(owners: readonly UserId[], after: HitId, among: number): Promise<readonly LatestHits[]>
  /** Returns visits by their ids, oldest first by id; skips deleted ones. */
  find(ids: readonly HitId[]): Promise<readonly StreamedHit[]>
}
