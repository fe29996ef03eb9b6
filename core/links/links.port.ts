import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { Position } from '../kernel/cursor.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Link, LinkOutline } from './link.ts'

/** What an owner may change; absent members keep their value. */
export type LinkChanges = Partial<Pick<Link, 'target' | 'title' | 'enableTracking' | 'rules'>>

export interface LinkList {
  readonly items: readonly LinkOutline[]
  /** How many there are in all, whatever the page. */
  readonly totalCount: number
}

export interface LinkTotals {
  readonly totalLinks: number
  readonly trackedLinks: number
  readonly totalClicks: number
  readonly topLinks: readonly Link[]
}

export interface Links {
  /** First writer wins: the store itself, not an earlier read, decides whether a slug is free in its namespace. */
  insert(link: Link): ResultAsync<Link, ErrorOf<'slug-taken'>>
  /** The link of a namespace (see `namespaceOf`) under the slug, byte for byte. */
  findBySlug(namespace: string, slug: string): Promise<Link | undefined>
  findOwned(owner: UserId, id: LinkId): Promise<Link | undefined>
  /** Newest first, without reading the rules. `search` matches slug, target or title anywhere, folded; no character in it is special. */
  list(owner: UserId, page: Page & { readonly search?: string | undefined }): Promise<LinkList>
  /** At most `take` links, newest first (then by id, downwards), that stand after the place; the first ones without it. */
  listAfter(owner: UserId, take: number, place?: Position): Promise<readonly Link[]>
  /** As `listAfter`, without reading the rules. */
  outlinesAfter(owner: UserId, take: number, place?: Position): Promise<readonly LinkOutline[]>
  /** The link after the change, or `undefined` if the owner has none of that id. */
  updateOwned(owner: UserId, id: LinkId, changes: LinkChanges): Promise<Link | undefined>
  /** The link as it was, with its hits gone too; `undefined` if the owner has none of that id, or an operator disabled it. */
  deleteOwned(owner: UserId, id: LinkId): Promise<Link | undefined>
  /**
   * Disables the link of a namespace, of any owner, since the instant, or enables it for null; the link as it is then. Every other
   * server on the database reports it on its feed within a second.
   */
  setDisabled(namespace: string, slug: string, at: Instant | null): Promise<Link | undefined>
  /** Removes the link of a namespace with its hits, of any owner; the link as it was. */
  deleteBySlug(namespace: string, slug: string): Promise<Link | undefined>
  /** `topLinks` are the `top` most visited, most first, older first among equals. */
  totals(owner: UserId, top: number): Promise<LinkTotals>
}
