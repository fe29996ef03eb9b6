import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { Position } from '../kernel/cursor.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Link, LinkOutline, LinkUpdate } from './link.ts'

/** The fields that an owner may change; absent ones keep their value. */
export type LinkChanges = Partial<Pick<Link, Exclude<keyof LinkUpdate, 'id'>>>

/** A part of an owner's links. */
export interface LinksPage extends Page {
  /** Only links behind this position; `skip` counts from there. The link at the position may be deleted. */
  readonly after?: Position | undefined
  /** Only links with this literal substring of slug, target or title, compared folded. */
  readonly search?: string | undefined
}

/** Links of all owners, or those of one, on one host, or with a text. */
export interface LinksFilter {
  readonly owner?: UserId | undefined
  /** As {@link Link.hostname}: empty for the service's own host; undefined for all. */
  readonly hostname?: string | undefined
  /** As in {@link LinksPage}. */
  readonly search?: string | undefined
}

export interface LinkTotals {
  readonly totalLinks: number
  readonly trackedLinks: number
  readonly totalClicks: number
  readonly topLinks: readonly Link[]
}

export interface Links {
  /** Inserts the link; `slug-taken` if its namespace has the slug. Of concurrent inserts one succeeds. */
  insert(link: Link): ResultAsync<Link, ErrorOf<'slug-taken'>>
  /**
   * Inserts a few hundred links at most, in order, and returns the ids of those inserted. A link is left out if its namespace has the slug,
   * also through an earlier link of the list.
   */
  insertMany(links: readonly Link[]): Promise<ReadonlySet<LinkId>>
  /** By namespace (see `namespaceOf`) and slug, compared byte by byte. */
  findBySlug(namespace: string, slug: string): Promise<Link | undefined>
  findOwned(owner: UserId, id: LinkId): Promise<Link | undefined>
  /** Newest first, then by id, descending; without reading the rules. */
  list(owner: UserId, page: LinksPage): Promise<readonly LinkOutline[]>
  /** How many links the owner has; with `search`, how many `list` finds by it. */
  count(owner: UserId, search?: string): Promise<number>
  /** A link of any owner, for operators. */
  find(id: LinkId): Promise<Link | undefined>
  /** Latest first by creation or by insertion, without reading the rules. For operators. */
  listAll(page: Page & LinksFilter): Promise<readonly LinkOutline[]>
  /** How many links the filter matches. For operators. */
  countAll(filter: LinksFilter): Promise<number>
  /** At most `take` links with their rules after the position, or from the start, in the order of `list`. */
  listAfter(owner: UserId, take: number, position?: Position): Promise<readonly Link[]>
  /** The link after the change, or `undefined` if the owner has none of that id. */
  updateOwned(owner: UserId, id: LinkId, changes: LinkChanges): Promise<Link | undefined>
  /** Deletes the link with its hits and returns it; `undefined` if the owner has none of that id, or an operator disabled it. */
  deleteOwned(owner: UserId, id: LinkId): Promise<Link | undefined>
  /**
   * Disables the link of any owner as of the instant, or enables it for null; returns the changed link. The link feed of other replicas
   * reports it within a second.
   */
  setDisabled(namespace: string, slug: string, at: Instant | null): Promise<Link | undefined>
  /** Deletes the link of any owner with its hits, and returns it. */
  deleteBySlug(namespace: string, slug: string): Promise<Link | undefined>
  /** `topLinks` are the `top` most visited, most hits first, then oldest first. */
  totals(owner: UserId, top: number): Promise<LinkTotals>
  /**
   * Periodic work that keeps later calls of `totals` short: it prepares the totals of accounts for which `totals` had to read every link.
   * Works in steps, between which the caller may pause or stop.
   */
  keepTotals(): AsyncIterable<unknown>
}
