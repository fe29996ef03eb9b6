import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { Position } from '../kernel/cursor.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Link, LinkOutline, LinkUpdate } from './link.ts'
import type { LinkSort, LinkStatus } from './link-status.ts'

/** A link with fields that only the store sees. */
export interface LinkRecord extends Link {
  /** The hash of its password; null, or left out, for a link without one. */
  readonly passwordHash?: string | null
}

/** The fields that an owner may change; absent ones keep their value. */
export type LinkChanges = Partial<Pick<Link, Exclude<keyof LinkUpdate, 'id' | 'password'> | 'updatedAt'>> &
  Pick<LinkRecord, 'passwordHash'>

/** A link before and after a change. */
export interface ChangedLink {
  readonly before: Link
  readonly after: Link
}

/** Filter for an owner's links. Omitted or undefined fields match all links. */
export interface OwnLinksFilter {
  /** Only links with this literal substring of slug, an alias, target or title, compared folded. */
  readonly search?: string | undefined
  /** Only links with all of these tags, compared folded. */
  readonly tags?: readonly string[] | undefined
  /** Only links of this status at the instant. */
  readonly status?: { readonly is: LinkStatus; readonly at: Instant } | undefined
  readonly archived?: boolean | undefined
  /** Only links with none of these tags, compared folded. */
  readonly withoutTags?: readonly string[] | undefined
  /** Only links created at this instant or later. */
  readonly createdFrom?: Instant | undefined
  /** Only links created before this instant. */
  readonly createdTo?: Instant | undefined
  /** Only links with, or without, routing rules; the others alike. */
  readonly hasRules?: boolean | undefined
  readonly hasPassword?: boolean | undefined
  readonly hasLimit?: boolean | undefined
  readonly hasCampaign?: boolean | undefined
  /** As {@link Link.hostname}: empty for the service's own host. */
  readonly hostname?: string | undefined
}

/** A part of an owner's links. */
export interface LinksPage extends Page, OwnLinksFilter {
  /** Only links after this position in the order of `sort`; `skip` counts from there. The link at the position may be deleted. */
  readonly after?: (Position & Partial<Pick<Link, 'hitCount' | 'updatedAt'>>) | undefined
  /** `NEWEST` by default. Ties are listed newest first. */
  readonly sort?: LinkSort | undefined
}

/** Filter for the links of all owners: by owner, host, or text. */
export interface LinksFilter {
  readonly owner?: UserId | undefined
  /** As {@link Link.hostname}: empty for the service's own host; undefined for all. */
  readonly hostname?: string | undefined
  /** Only links with a target on exactly one of these hosts, compared folded. */
  readonly targetHosts?: readonly string[] | undefined
  /** As in {@link LinksPage}. */
  readonly search?: string | undefined
}

export interface LinkTotals {
  readonly totalLinks: number
  readonly trackedLinks: number
  readonly totalClicks: number
  readonly topLinks: readonly Link[]
}

/** A link with account data that its visits need. */
export interface VisitedLink extends Link {
  /** IP addresses and CIDR blocks that are excluded from recording; absent if there are none. */
  readonly ignoredAddresses?: readonly string[]
}

export interface Links {
  /**
   * Inserts the link with its visit limit and its tags, which the account has; `slug-taken` if its namespace has the slug, or another
   * owner's tombstone for it, or its owner the external id. Among concurrent inserts one succeeds.
   */
  insert(link: LinkRecord): ResultAsync<Link, ErrorOf<'slug-taken'>>
  /**
   * Inserts at most a few hundred links, in order, and returns the inserted ids. Skips a link if its namespace has the slug, or its owner
   * the external id, including from an earlier link of the list.
   */
  insertMany(links: readonly LinkRecord[]): Promise<ReadonlySet<LinkId>>
  /** By namespace (see `namespaceOf`) and slug or alias, compared byte by byte. */
  findBySlug(namespace: string, slug: string): Promise<VisitedLink | undefined>
  findOwned(owner: UserId, id: LinkId): Promise<Link | undefined>
  findByExternalId(owner: UserId, externalId: string): Promise<Link | undefined>
  /** The hostnames and slugs of the owner's links with these ids, in no particular order; callers pass at most a few hundred. */
  addresses(owner: UserId, ids: readonly LinkId[]): Promise<readonly Pick<Link, 'id' | 'hostname' | 'slug'>[]>
  /** In the order of `sort`; newest first, then by id, descending, by default. Without reading the rules. */
  list(owner: UserId, page: LinksPage): Promise<readonly LinkOutline[]>
  /** Number of links of the owner; with a filter, the number that `list` finds with it. */
  count(owner: UserId, filter?: OwnLinksFilter): Promise<number>
  /** A link of any owner, for operators. */
  find(id: LinkId): Promise<Link | undefined>
  /** Latest first by creation or by insertion, without reading the rules. For operators. */
  listAll(page: Page & LinksFilter): Promise<readonly LinkOutline[]>
  /** Number of links that match the filter. For operators. */
  countAll(filter: LinksFilter): Promise<number>
  /** Number of recorded visits of all links. For operators. */
  countVisits(): Promise<number>
  /** At most `take` links with their rules after the position, or from the start, in the order of `list`. */
  listAfter(owner: UserId, take: number, position?: Position): Promise<readonly Link[]>
  /**
   * The link before and after the change, or `undefined` if the owner has none with that id. If nothing else changes (see `changedNames`),
   * `updatedAt` stays, too. No other link of the owner may have a new external id.
   */
  updateOwned(owner: UserId, id: LinkId, changes: LinkChanges): Promise<ChangedLink | undefined>
  /** The hash of a link's password; null without one. */
  findPasswordHash(id: LinkId): Promise<string | null>
  /**
   * The newest open link of the owner with this hostname and target, byte by byte, that is not archived and has no password, limit, times,
   * rules or external id.
   */
  findReusable(owner: UserId, hostname: string, target: string): Promise<Link | undefined>
  /**
   * Adds an alias to the link in its namespace; `slug-taken` as for `insert`, `too-many-aliases` beyond `max`, `not-found` if the owner has
   * no link with that id.
   */
  addAlias(
    owner: UserId,
    id: LinkId,
    alias: { readonly slug: string; readonly at: Instant; readonly max: number },
  ): ResultAsync<Link, ErrorOf<'slug-taken' | 'not-found'> | { readonly type: 'too-many-aliases' }>
  /** Removes the alias like {@link deleteOwned} removes a slug; `undefined` if the owner has no such link, or the link no such alias. */
  removeAlias(
    owner: UserId,
    id: LinkId,
    alias: { readonly slug: string; readonly at: Instant },
    tombstoneAt?: Instant | null,
  ): Promise<Link | undefined>
  /**
   * Deletes the link with its hits and aliases and returns it; `undefined` if the owner has none with that id, or an operator disabled it.
   * On the service's own host its slugs stay taken as of the instant for all except their owner; without one they are free at once.
   */
  deleteOwned(owner: UserId, id: LinkId, tombstoneAt?: Instant | null): Promise<Link | undefined>
  /** Deletes tombstones from before the instant, which frees their slugs. Works in steps; the caller may pause or stop between them. */
  forgetTombstones(before: Instant): AsyncIterable<unknown>
  /**
   * Disables the link of any owner as of the instant, or enables it for null; returns the changed link. The link feed of other replicas
   * reports it within a second.
   */
  setDisabled(namespace: string, slug: string, at: Instant | null): Promise<Link | undefined>
  /** Deletes the link of any owner as {@link deleteOwned} does, and returns it. */
  deleteBySlug(namespace: string, slug: string, tombstoneAt?: Instant | null): Promise<Link | undefined>
  /** `topLinks` are the `top` most visited, most hits first, then oldest first. */
  totals(owner: UserId, top: number): Promise<LinkTotals>
  /**
   * Periodic work that keeps later calls of `totals` short: it prepares the totals of accounts that required `totals` to read every link.
   * Works in steps; the caller may pause or stop between them.
   */
  keepTotals(): AsyncIterable<unknown>
}
