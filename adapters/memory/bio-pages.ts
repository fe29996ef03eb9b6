import type { BioLink, BioPage, BioPageId } from '@shortlink/core'
import { inPageOrder, newestFirst } from '@shortlink/core/adapter'
import type { BioPages, DayCount, DayRange } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import type { BioPageRow } from './rows.ts'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link BioPages} in memory. Atomic work runs one at a time, so a page needs no lock. */
export function memoryBioPages(call: Call, tables: Tables): BioPages {
  const { bioPages, bioLinks, bioViews } = tables
  const withLinks = (page: BioPageRow): BioPage => ({
    ...page,
    links: bioLinks.where('bioPage', page.id).sort(inPageOrder),
  })
  const ownedPage = (owner: string, id: string) => {
    const page = bioPages.get(id)
    return page?.owner === owner ? page : undefined
  }
  const ownedLink = (owner: string, id: string, page?: string) => {
    const link = bioLinks.get(id)
    if (link === undefined || (page !== undefined && link.bioPage !== page)) return undefined
    return ownedPage(owner, link.bioPage) && link
  }

  return {
    insert: ({ links: _, ...page }) =>
      new ResultAsync(
        call((transaction) => {
          if (bioPages.find('slug', page.slug)) return err({ type: 'slug-taken' as const })
          bioPages.put(transaction, page)
          return ok({ ...page, links: [] })
        }),
      ),

    findBySlug: (slug) =>
      call(() => {
        const page = bioPages.find('slug', slug)
        return page && withLinks(page)
      }),

    list: (owner) => call(() => bioPages.where('owner', owner).sort(newestFirst).map(withLinks)),

    updateOwned: (owner, id, changed) =>
      call((transaction) => {
        const page = ownedPage(owner, id)
        if (page === undefined) return undefined
        const updated = { ...page, ...changed }
        bioPages.put(transaction, updated)
        return withLinks(updated)
      }),

    deleteOwned: (owner, id) =>
      call((transaction) => {
        const page = ownedPage(owner, id)
        if (page) removeBioPage(tables, transaction, page)
        return page !== undefined
      }),

    lockOwned: (owner, id) =>
      call(() => {
        const page = ownedPage(owner, id)
        return page && withLinks(page)
      }),

    countView: (id, day) =>
      call((transaction) => {
        const page = bioPages.get(id)
        if (page === undefined) return
        bioPages.put(transaction, { ...page, views: (page.views ?? 0) + 1 })
        const [counted] = viewsOn(tables, id, { from: day, to: day + 1 })
        bioViews.put(transaction, { bioPage: id, day, views: (counted?.count ?? 0) + 1 })
      }),

    viewsByDay: (owner, id, days) =>
      call(() => (ownedPage(owner, id) === undefined ? undefined : viewsOn(tables, id, days))),

    insertLink: (link) => call((transaction) => bioLinks.put(transaction, link)),

    updateOwnedLink: (owner, id, changed, page) =>
      call((transaction) => {
        const link = ownedLink(owner, id, page)
        if (link === undefined) return undefined
        const updated: BioLink = { ...link, ...changed }
        bioLinks.put(transaction, updated)
        return updated
      }),

    deleteOwnedLink: (owner, id, page) =>
      call((transaction) => {
        const link = ownedLink(owner, id, page)
        if (link) bioLinks.remove(transaction, link)
        return link !== undefined
      }),
  }
}

/** The views of a page on the days, in order. */
const viewsOn = ({ bioViews }: Tables, page: BioPageId, { from, to }: DayRange): readonly DayCount[] =>
  bioViews
    .where('bioPage', page)
    .filter(({ day }) => day >= from && day < to)
    .sort((one, other) => one.day - other.day)
    .map(({ day, views }) => ({ day, count: views }))

/** Removes a page with its links and views. */
export function removeBioPage({ bioPages, bioLinks, bioViews }: Tables, transaction: Transaction, page: BioPageRow) {
  for (const link of bioLinks.where('bioPage', page.id)) bioLinks.remove(transaction, link)
  for (const row of bioViews.where('bioPage', page.id)) bioViews.remove(transaction, row)
  bioPages.remove(transaction, page)
}
