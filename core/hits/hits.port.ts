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
  /** ISO 3166-1 alpha-2; null for hits with an unknown country. */
  readonly country: string | null
  readonly count: number
}

/** A page of a link's hits. */
export interface HitsPage extends Page {
  /** Only hits before this one; `skip` counts from there. */
  readonly before?: HitId | undefined
}

/** The hits of one link, or the views of one bio page, on one UTC day. */
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
   * Inserts the hits and adds them to their links' totals and daily counts, in one transaction. It ignores a hit with a stored id, or of a
   * deleted link. A hit is the first of its visitor (see `NewHit.visitor`) if no earlier one has the same link, UTC day and visitor, in the
   * store or earlier in the list.
   */
  record(hits: readonly NewHit[]): Promise<void>
  /**
   * Returns the salt of a UTC day (days since 1970): the proposed one, unless the day already has one. Concurrent callers get the same
   * salt.
   */
  salt(day: number, proposed: string): Promise<string>
  /** Returns a hit on one of the owner's links. */
  findOwned(owner: UserId, id: HitId): Promise<Hit | undefined>
  /** Returns a page of hits, newest first by id. */
  listByLink(link: LinkId, page: HitsPage): Promise<readonly Hit[]>
  /** Returns the counts over all hits, highest first, then by code; the unknown country is last. */
  countByCountry(link: LinkId): Promise<readonly CountryCount[]>
  /**
   * Returns the hits per day of the owner's links among the given ones, including links without hits. Days are in order; days without hits
   * are omitted. Takes at most 100 links.
   */
  countByDay(owner: UserId, links: readonly LinkId[], days: DayRange): Promise<ReadonlyMap<LinkId, readonly DayCount[]>>
  /**
   * Deletes shared values, such as agents, referrers and campaigns, that no hit refers to any more. One sweep marks them; a sweep that
   * starts at least two hours later deletes them. Each step takes about 20 ms at most and yields the number of deleted rows; the caller may
   * pause or stop between steps. Hits may be recorded concurrently.
   * @param at the current time
   */
  sweep(at: Instant): AsyncIterable<number>
}

/** Looks up the location and client software of visitors in memory, without I/O. */
export interface Visitors {
  place(ip: string): Place
  agent(userAgent: string | null): Agent
}
