import type { Instant } from '../kernel/caller.ts'
import type { HitId, LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Agent, Hit, Place, Visit } from './hit.ts'

/** Takes visits off the redirect's hands. Synchronous, never throws, never waits. */
export interface HitRecorder {
  record(visit: Visit): void
  /** Resolves when every visit recorded so far is stored, or safely kept for later. */
  flushed(): Promise<void>
}

export interface CountryCount {
  /** ISO 3166-1 alpha-2; null for hits whose country is unknown. */
  readonly country: string | null
  readonly count: number
}

export interface Hits {
  /**
   * Stores the hits with their links' counts and daily sums, all or none. A hit whose id is already there, or whose link is gone,
   * counts nothing.
   */
  record(hits: readonly Hit[]): Promise<void>
  /** A hit on a link of the owner's. */
  findOwned(owner: UserId, id: HitId): Promise<Hit | undefined>
  /** Newest first, as their ids order. */
  listByLink(link: LinkId, page: Page): Promise<readonly Hit[]>
  /** From the sums, over all hits, most first, then by code, the unknown last. */
  countByCountry(link: LinkId): Promise<readonly CountryCount[]>
  /**
   * Removes what hits that are gone had in common with others, such as agents and referrers, and no hit uses any more. What one sweep
   * finds unused, a sweep that begins two hours later or more removes. Works in steps of at most about 20 ms, between which the caller may
   * pause, or end it; each gives how many rows it removed. Hits may be recorded meanwhile.
   * @param at now
   */
  sweep(at: Instant): AsyncIterable<number>
}

/** What can be told of a visitor without asking anyone. Answers at once, from memory. */
export interface Visitors {
  place(ip: string): Place
  agent(userAgent: string | null): Agent
}
