import type { Link, LinkOutline } from '@shortlink/core'
import {
  changedNames,
  containing,
  isAskedFor,
  newestFirst,
  onTargetHost,
  outlineOf,
  type Page,
  selectLinks,
} from '@shortlink/core/adapter'
import type { LinkRecord, Links, LinksFilter } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import type { Call, Transaction } from '../scope.ts'
import { addressOf, type Tables } from '../tables.ts'
import { memoryAliases } from './aliases.ts'
import { memoryPasswordHash, setPasswordHash, withoutHash } from './link-passwords.ts'
import { claimSlug, type LeftTombstones, leaveTombstones, linkAt, reportChange } from './slugs.ts'
import { setVisitLimit } from './visit-limits.ts'

/** {@link Links} in memory. */
export function memoryLinks(call: Call, tables: Tables): Links {
  const { links } = tables
  return {
    ...linkReads(call, tables),
    ...memoryAliases(call, tables),
    findPasswordHash: memoryPasswordHash(call, tables),

    insert: (link) =>
      new ResultAsync(
        call((transaction) =>
          insertLink(tables, transaction, link) ? ok(withoutHash(link)) : err({ type: 'slug-taken' as const }),
        ),
      ),

    insertMany: (added) =>
      call((transaction) => {
        const inserted = added.filter((link) => insertLink(tables, transaction, link))
        return new Set(inserted.map(({ id }) => id))
      }),

    updateOwned: (owner, id, changed) =>
      call((transaction) => {
        const link = ownedLink(tables, owner, id)
        if (link === undefined) return undefined
        if (changedNames(link, changed).length === 0) return { before: link, after: link }
        const { passwordHash, ...fields } = changed
        const hasPassword = passwordHash === undefined ? link.hasPassword : passwordHash !== null
        const changedLink = { ...link, ...fields, hasPassword }
        links.put(transaction, changedLink)
        if (passwordHash !== undefined) setPasswordHash(tables, transaction, id, passwordHash)
        setVisitLimit(tables, transaction, changedLink, link)
        reportChange(transaction, link)
        return { before: link, after: links.get(id) ?? changedLink }
      }),

    deleteOwned: (owner, id, tombstoneAt) =>
      call((transaction) => {
        const link = ownedLink(tables, owner, id)
        if (link === undefined || link.disabled) return undefined
        removeLink(tables, transaction, link, { at: tombstoneAt, formerOwner: owner })
        return link
      }),

    setDisabled: (namespace, slug, at) =>
      call((transaction) => {
        const link = links.find('slug', addressOf(namespace, slug))
        if (link === undefined) return undefined
        const changed = { ...link, disabled: at !== null }
        links.put(transaction, changed)
        reportChange(transaction, link)
        return changed
      }),

    deleteBySlug: (namespace, slug, tombstoneAt) =>
      call((transaction) => {
        const link = links.find('slug', addressOf(namespace, slug))
        if (link) removeLink(tables, transaction, link, { at: tombstoneAt, formerOwner: link.owner })
        return link
      }),
  }
}

/** Returns false, without a change, if the slug or the external id is taken. */
function insertLink(tables: Tables, transaction: Transaction, record: LinkRecord): boolean {
  const link = withoutHash(record)
  if (byExternalId(tables, link.owner, link.externalId) || !claimSlug(tables, transaction, link)) return false
  tables.links.put(transaction, link)
  setPasswordHash(tables, transaction, link.id, record.passwordHash ?? null)
  setVisitLimit(tables, transaction, link)
  reportChange(transaction, link)
  return true
}

const byExternalId = ({ links }: Tables, owner: string | null, externalId: string | null) =>
  owner === null || externalId === null
    ? undefined
    : links.where('owner', owner).find((link) => link.externalId === externalId)

type LinkReads = Pick<
  Links,
  | 'findBySlug'
  | 'findOwned'
  | 'findByExternalId'
  | 'addresses'
  | 'find'
  | 'findReusable'
  | 'list'
  | 'count'
  | 'listAll'
  | 'countAll'
  | 'countVisits'
  | 'listAfter'
  | 'totals'
  | 'keepTotals'
>

function linkReads(call: Call, tables: Tables): LinkReads {
  const { links } = tables
  const owned = (owner: string) => links.where('owner', owner)
  const filtered = ({ owner, hostname, targetHosts, search }: LinksFilter) =>
    links
      .all()
      .filter((link) => owner === undefined || link.owner === owner)
      .filter((link) => hostname === undefined || link.hostname === hostname)
      .filter((link) => targetHosts === undefined || onTargetHost(targetHosts)(link))
      .filter(containing(search ?? ''))

  return {
    findBySlug: (namespace, slug) =>
      call(() => {
        const link = linkAt(tables, namespace, slug)
        const owner = link?.owner ? tables.users.get(link.owner) : undefined
        if (link === undefined || owner === undefined) return link
        const { disabledAt, ignoredAddresses } = owner
        return {
          ...(disabledAt === null ? link : { ...link, disabled: true }),
          ...(ignoredAddresses.length > 0 && { ignoredAddresses }),
        }
      }),

    findOwned: (owner, id) => call(() => ownedLink(tables, owner, id)),

    findByExternalId: (owner, externalId) => call(() => byExternalId(tables, owner, externalId)),

    addresses: (owner, ids) =>
      call(() =>
        ids.flatMap((id) => {
          const link = ownedLink(tables, owner, id)
          return link ? [{ id, hostname: link.hostname, slug: link.slug }] : []
        }),
      ),

    find: (id) => call(() => links.get(id)),

    findReusable: (owner, hostname, target) =>
      call(() =>
        selectLinks(owned(owner), { hostname, archived: false }).find(
          (link) => link.target === target && isPlain(link),
        ),
      ),

    list: (owner, page) => call(() => toPage(selectLinks(owned(owner), page), page)),

    count: (owner, filter = {}) => call(() => owned(owner).filter(isAskedFor(filter)).length),

    // The table keeps its rows in insertion order.
    listAll: ({ skip, take, ...filter }) => call(() => toPage(filtered(filter).reverse(), { skip, take })),

    countAll: (filter) => call(() => filtered(filter).length),

    countVisits: () => call(() => links.all().reduce((sum, { hitCount }) => sum + hitCount, 0)),

    listAfter: (owner, take, after) => call(() => selectLinks(owned(owner), { after }).slice(0, take)),

    totals: (owner, top) =>
      call(() => {
        const owned = links.where('owner', owner)
        return {
          totalLinks: owned.length,
          trackedLinks: owned.filter((link) => link.enableTracking).length,
          totalClicks: owned.reduce((sum, link) => sum + link.hitCount, 0),
          topLinks: owned.sort(mostVisitedFirst).slice(0, top),
        }
      }),

    // Summing the links in memory is fast enough.
    async *keepTotals() {},
  }
}

function ownedLink({ links }: Tables, owner: string, id: string): Link | undefined {
  const link = links.get(id)
  return link?.owner === owner ? link : undefined
}

/** Removes a link with its hits and aliases. */
export function removeLink(tables: Tables, transaction: Transaction, link: Link, tombstones: LeftTombstones) {
  const { links, hits, purgedHits, aliases, visitLimits, visitors } = tables
  for (const hit of hits.where('link', link.id)) hits.remove(transaction, hit)
  for (const hit of purgedHits.where('link', link.id)) purgedHits.remove(transaction, hit)
  for (const visitor of visitors.where('link', link.id)) visitors.remove(transaction, visitor)
  const limit = visitLimits.get(link.id)
  if (limit) visitLimits.remove(transaction, limit)
  setPasswordHash(tables, transaction, link.id, null)
  for (const alias of aliases.where('link', link.id)) aliases.remove(transaction, alias)
  links.remove(transaction, link)
  leaveTombstones(tables, transaction, link, [link.slug, ...link.aliases], tombstones)
  reportChange(transaction, link)
}

/** Whether it redirects every visitor to its target, at any time. */
const isPlain = ({ disabled, enabled, hasPassword, maxVisits, startsAt, expiresAt, rules, externalId }: Link) =>
  !disabled &&
  enabled &&
  !hasPassword &&
  maxVisits === null &&
  startsAt === null &&
  expiresAt === null &&
  externalId === null &&
  rules.length === 0

const mostVisitedFirst = (a: Link, b: Link) => b.hitCount - a.hitCount || newestFirst(b, a)

const toPage = (found: readonly Link[], { skip, take }: Page): readonly LinkOutline[] =>
  found.slice(skip, skip + take).map(outlineOf)
