import type { Instant } from '../kernel/caller.ts'
import type { HitId, LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Agent, Hit, NewHit, Place, Visit } from './hit.ts'

/** Records visits in the background. */
export interface HitRecorder {
  /** Synchronous: buffers the visit. Never throws and never waits. */
  record(visit: Visit): void
  /** Resolves when every visit recorded so far is stored, or persisted to be stored later. */
  flushed(): Promise<void>
}

export interface CountryCount {
  /** ISO 3166-1 alpha-2; null for hits whose country is unknown. */
  readonly country: string | null
  readonly count: number
}

/** A part of a link's hits. */
export interface HitsPage extends Page {
  /** Only hits before this one; `skip` counts from there. */
  readonly before?: HitId | undefined
}

/** The hits of one link on one UTC day. */
export interface DayCount {
  /** In days since 1970. */
  readonly day: number
  readonly count: number
}

/** Consecutive UTC days, in days since 1970; `to` is exclusive. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

export interface Hits {
  /**
   * Inserts the hits and adds them to their links' counts and daily sums, in one transaction. A hit whose id is stored already, or
   * whose link is deleted, is ignored. A hit is the first of its visitor (see `NewHit.visitor`) if none of that link, UTC day and visitor was
   * recorded before, also earlier in the list.
   */
  record(hits: readonly NewHit[]): Promise<void>
  /** The salt of a UTC day (days since 1970): the given one, unless the day has one already. Callers that race get the same. */
  salt(day: number, proposed: string): Promise<string>
  /** A hit on one of the owner's links. */
  findOwned(owner: UserId, id: HitId): Promise<Hit | undefined>
  /** Newest first, by id. */
  listByLink(link: LinkId, page: HitsPage): Promise<readonly Hit[]>
  /** Sums over all hits, highest first, then by code; the unknown country last. */
  countByCountry(link: LinkId): Promise<readonly CountryCount[]>
  /**
   * The hits per day of those of the links that are the owner's, also of links without hits: days in order, those without hits left out.
   * At most 100 links.
   */
  countByDay(owner: UserId, links: readonly LinkId[], days: DayRange): Promise<ReadonlyMap<LinkId, readonly DayCount[]>>
  /**
   * Deletes values that hits share, such as agents, referrers and campaigns, and that no hit refers to any more. One sweep marks them; a sweep
   * that starts at least two hours later deletes them. Works in steps of about 20 ms at most, between which the caller may pause or stop;
   * each step yields the number of rows it deleted. Hits may be recorded at the same time.
   * @param at the current time
   */
  sweep(at: Instant): AsyncIterable<number>
}

/** Location and client software of visitors, looked up in memory without I/O. */
export interface Visitors {
  place(ip: string): Place
  agent(userAgent: string | null): Agent
}
