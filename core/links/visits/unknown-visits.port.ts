import type { Instant } from '../../kernel/caller.ts'
import type { DomainId, UserId } from '../../kernel/ids.ts'

/**
 * Maximum number of stored slugs per UTC day: on the service's own hosts, on one custom domain, and on all custom domains together. A
 * scan of one host leaves room for the others, and any number of domains takes bounded space.
 */
export const MAX_UNKNOWN_SLUGS = { ownHosts: 10_000, domain: 1_000, domains: 10_000 } as const
/** Retention of visits to unknown slugs, in UTC days. */
export const UNKNOWN_VISIT_DAYS = 30

/** Visits to one unknown slug on one day. */
export interface UnknownVisitCount {
  /** The start of the UTC day. */
  readonly day: Instant
  /** Null for the service's own hosts. */
  readonly domain: DomainId | null
  readonly slug: string
  readonly hits: number
}

/** Visits to one unknown slug over some days. */
export interface UnknownVisit {
  /** Empty for the service's own hosts. */
  readonly hostname: string
  readonly slug: string
  readonly hits: number
  /** The starts of the first and the last UTC day with a visit. */
  readonly firstDay: Instant
  readonly lastDay: Instant
}

export interface UnknownVisitsQuestion {
  /** The account that owns the counted domains; null for all domains and the service's own hosts. */
  readonly owner: UserId | null
  /** Restricts the result to one hostname; empty for the service's own hosts, undefined for all that count. */
  readonly hostname?: string | undefined
  /** The first day that counts. */
  readonly since: Instant
  readonly take: number
}

/** Visits to unknown slugs, by day. On a custom domain they belong to its claim, and are deleted with it. */
export interface UnknownVisits {
  /**
   * Adds the counts. No two may have the same day, domain and slug. Ignores new slugs beyond {@link MAX_UNKNOWN_SLUGS} on a day; replicas
   * that add concurrently may exceed it by their additions.
   */
  count(counts: readonly UnknownVisitCount[]): Promise<void>
  /** The slugs with the most visits, then by hostname and slug. */
  top(question: UnknownVisitsQuestion): Promise<readonly UnknownVisit[]>
  /** Deletes days before the given one and rows of deleted claims, in steps. */
  sweep(before: Instant): AsyncIterable<void>
}

/** Counts visits to unknown slugs in memory; they are stored within seconds. */
export interface UnknownVisitCounter {
  /** `host` is a Host header. Ignores text that cannot be a slug, and all slugs when there is no free place. */
  count(host: string, slug: string): void
}
