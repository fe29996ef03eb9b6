import type { Link, LinkOutline, Links, Position } from '@shortlink/core'
import { fold, namespaceOf, newestFirst } from '@shortlink/core/adapter'
import { err, ok, ResultAsync } from 'neverthrow'
import type { Call, Changes } from './scope.ts'
import { addressOf, type Tables } from './tables.ts'

/** {@link Links} in memory. */
export function memoryLinks(call: Call, tables: Tables): Links {
  const { links } = tables
  const findOwned = (owner: string, id: string) => {
    const link = links.get(id)
    return link?.owner === owner ? link : undefined
  }

  const after = (owner: string, take: number, place?: Position) => {
    const owned = links.where('owner', owner).sort(newestFirst)
    return owned.filter((link) => place === undefined || newestFirst(place, link) < 0).slice(0, take)
  }

  return {
    insert: (link) =>
      new ResultAsync(
        call((changes) => {
          if (links.find('slug', addressOf(namespaceOf(link), link.slug))) return err({ type: 'slug-taken' as const })
          links.put(changes, link)
          changes.news.push(newsOf(link))
          return ok(link)
        }),
      ),

    findBySlug: (namespace, slug) =>
      call(() => {
        const link = links.find('slug', addressOf(namespace, slug))
        const owner = link?.owner ? tables.users.get(link.owner) : undefined
        return link && owner?.disabledAt ? { ...link, disabled: true } : link
      }),

    findOwned: (owner, id) => call(() => findOwned(owner, id)),

    list: (owner, { skip, take, search }) =>
      call(() => {
        const owned = links.where('owner', owner)
        const found = search === undefined ? owned : owned.filter(containing(search))
        return {
          items: found
            .sort(newestFirst)
            .slice(skip, skip + take)
            .map(toOutline),
          totalCount: found.length,
        }
      }),

    listAfter: (owner, take, place) => call(() => after(owner, take, place)),

    outlinesAfter: (owner, take, place) => call(() => after(owner, take, place).map(toOutline)),

    updateOwned: (owner, id, changed) =>
      call((changes) => {
        const link = findOwned(owner, id)
        if (link === undefined) return undefined
        const updated = { ...link, ...changed }
        links.put(changes, updated)
        changes.news.push(newsOf(link))
        return updated
      }),

    deleteOwned: (owner, id) =>
      call((changes) => {
        const link = findOwned(owner, id)
        if (link === undefined || link.disabled) return undefined
        removeLink(tables, changes, link)
        return link
      }),

    setDisabled: (namespace, slug, at) =>
      call((changes) => {
        const link = links.find('slug', addressOf(namespace, slug))
        if (link === undefined) return undefined
        const changed = { ...link, disabled: at !== null }
        links.put(changes, changed)
        changes.news.push(newsOf(link))
        return changed
      }),

    deleteBySlug: (namespace, slug) =>
      call((changes) => {
        const link = links.find('slug', addressOf(namespace, slug))
        if (link) removeLink(tables, changes, link)
        return link
      }),

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
  }
}

/** Removes a link with its hits. */
export function removeLink({ links, hits }: Tables, changes: Changes, link: Link) {
  for (const hit of hits.where('link', link.id)) hits.remove(changes, hit)
  links.remove(changes, link)
  changes.news.push(newsOf(link))
}

const newsOf = (link: Link) => ({ namespace: namespaceOf(link), slug: link.slug })

function containing(search: string) {
  const folded = fold(search)
  return ({ slug, target, title }: Link) => [slug, target, title ?? ''].some((text) => fold(text).includes(folded))
}

const mostVisitedFirst = (a: Link, b: Link) => b.hitCount - a.hitCount || newestFirst(b, a)

const toOutline = ({ rules: _, ...outline }: Link): LinkOutline => outline
