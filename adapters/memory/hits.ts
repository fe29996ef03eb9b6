import type { CountryCount, Hit, Hits } from '@shortlink/core'
import { linkClicked } from '@shortlink/core/adapter'
import { queueEvents } from './outbox.ts'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Hits} in memory. Sums are computed on request, which is fast enough for hits that fit in memory. */
export function memoryHits(call: Call, tables: Tables): Hits {
  const { hits, links } = tables
  return {
    record: (recorded) =>
      call((transaction) => {
        for (const hit of recorded) {
          const link = links.get(hit.link)
          if (link === undefined || hits.get(hit.id)) continue
          hits.put(transaction, hit)
          links.put(transaction, { ...link, hitCount: link.hitCount + 1 })
          if (link.owner !== null) queueEvents(tables, transaction, [linkClicked({ ...link, owner: link.owner }, hit)])
        }
      }),

    findOwned: (owner, id) =>
      call(() => {
        const hit = hits.get(id)
        return hit && links.get(hit.link)?.owner === owner ? hit : undefined
      }),

    listByLink: (link, { skip, take, before }) =>
      call(() =>
        hits
          .where('link', link)
          .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
          .sort(newestFirst)
          .slice(skip, skip + take),
      ),

    // Hits are stored whole here, so a deleted hit leaves nothing to sweep.
    async *sweep() {},

    countByCountry: (link) => call(() => countByCountry(hits.where('link', link))),
  }
}

const newestFirst = (a: Hit, b: Hit) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)

function countByCountry(hits: readonly Hit[]): CountryCount[] {
  const counts = new Map<string | null, number>()
  for (const { country } of hits) counts.set(country, (counts.get(country) ?? 0) + 1)
  return Array.from(counts, ([country, count]) => ({ country, count })).sort(mostFirst)
}

const mostFirst = (a: CountryCount, b: CountryCount) =>
  b.count - a.count || ((a.country ?? UNKNOWN) < (b.country ?? UNKNOWN) ? -1 : 1)

/** Sorts after every country. */
const UNKNOWN = '~'
