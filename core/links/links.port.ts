import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { Position } from '../kernel/cursor.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Link, LinkOutline, LinkUpdate } from './link.ts'

/** The fields that an owner may change; absent ones keep their value. */
export type LinkChanges = Partial<Pick<Link, Exclude<keyof LinkUpdate, 'id'>>>

export interface LinkList {
  readonly items: readonly LinkOutline[]
  /** Number of all matching links, regardless of the page. */
  readonly totalCount: number
}

/** A page of {@link Links.listAll}. */
export interface AllLinksPage extends Page {
  readonly owner?: UserId | undefined
  /** As {@link Link.hostname}: empty for the service's own host; undefined for all. */
  readonly hostname?: string | undefined
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
  /** Newest first, without reading the rules. `search` is a literal substring of slug, target or title, compared folded. */
  list(owner: UserId, page: Page & { readonly search?: string | undefined }): Promise<LinkList>
  /** A link of any owner, for operators. */
  find(id: LinkId): Promise<Link | undefined>
  /** Links of all owners, or of one, latest first by creation or by insertion, without reading the rules. `search` as in {@link Links.list}. For operators. */
  listAll(page: AllLinksPage): Promise<LinkList>
  /** At most `take` links after the position, or from the start; newest first, then by id, descending. */
  listAfter(owner: UserId, take: number, position?: Position): Promise<readonly Link[]>
  /** Like `listAfter`, without reading the rules; with `search` the links that `list` finds by it. */
  outlinesAfter(owner: UserId, take: number, position?: Position, search?: string): Promise<readonly LinkOutline[]>
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
}
