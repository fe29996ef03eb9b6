import type { LinkId } from '../../kernel/ids.ts'
import type { ServedLink } from '../served/served-links.port.ts'

/** Visits of a limited link that a server may admit without querying the store. */
export interface VisitLease {
  readonly link: LinkId
  /** Differs for each limit of a link: visits of a removed limit are not returned to a later one. */
  readonly generation: number
  readonly visits: number
}

/** Most visits of one lease. */
export const MAX_LEASE = 100

/** The visits that limited links have left, in the store that all servers share. */
export interface VisitLimits {
  /**
   * Takes `min(most, max(1, floor(left / 64)))` of the link's remaining visits, by one statement that cannot pass zero; undefined when none
   * is left, or the link has no limit.
   */
  take(link: LinkId, most: number): Promise<VisitLease | undefined>
  /** Visits left in the store; 0 for a link without a limit. */
  left(link: LinkId): Promise<number>
  /**
   * Returns unused visits. Ignores deleted limits. A rejected call may or may not have returned them, so the caller must neither use nor
   * return them again.
   */
  giveBack(leases: readonly VisitLease[]): Promise<void>
}

/** Counts the visits of limited links on this server. */
export interface VisitCounter {
  /**
   * Takes one visit of a link with `maxVisits`; false when none is left. Synchronous while the server has some leased. Rejects when the
   * store does not respond.
   */
  take(link: ServedLink): boolean | Promise<boolean>
  /** Whether a visit is left, without taking it. */
  hasLeft(link: ServedLink): boolean | Promise<boolean>
}
