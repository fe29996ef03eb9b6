import type { Hit, LinkId, NewHit } from '@shortlink/core'
import { DAY_MS, linkClicked } from '@shortlink/core/adapter'
import type { CountryCount, DayCount, DayRange, Hits } from '@shortlink/core/ports'
import { type PurgedHit, visitorKeyOf } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { queueEvents } from '../webhooks/outbox.ts'

/** {@link Hits} in memory. Sums are computed on request, which is fast enough for hits that fit in memory. */
export function memoryHits(call: Call, tables: Tables): Hits {
  const { hits, purgedHits, links, visitorSalts } = tables
  return {
    record: (recorded) =>
      call((transaction) => {
        for (const one of recorded) {
          const link = links.get(one.link)
          if (link === undefined || hits.get(one.id) || purgedHits.get(one.id)) continue
          const hit = withFirst(tables, transaction, one)
          hits.put(transaction, hit)
          links.put(transaction, { ...link, hitCount: link.hitCount + 1 })
          if (link.owner !== null) queueEvents(tables, transaction, [linkClicked({ ...link, owner: link.owner }, hit)])
        }
      }),

    salt: (day, proposed) =>
      call((transaction) => {
        const kept = visitorSalts.get(String(day))
        if (kept === undefined) visitorSalts.put(transaction, { day, salt: proposed })
        return kept?.salt ?? proposed
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

    countByDay: (owner, ids, range) =>
      call(() => {
        const owned = ids.filter((id) => links.get(id)?.owner === owner)
        return new Map(owned.map((id) => [id, countByDay(countedHits(tables, id), range)]))
      }),

    countByCountry: (link) => call(() => countByCountry(countedHits(tables, link))),
  }
}

/** The hits of a link, and the remains of its purged hits. */
export const countedHits = ({ hits, purgedHits }: Tables, link: LinkId): (Hit | PurgedHit)[] => [
  ...hits.where('link', link),
  ...purgedHits.where('link', link),
]

/** The stored form of a hit: with the flag for the visitor's first hit, without the visitor. */
function withFirst({ visitors }: Tables, transaction: Transaction, { visitor, ...hit }: NewHit): Hit {
  if (visitor === undefined) return hit
  const row = { link: hit.link, day: Math.floor(hit.at / DAY_MS), visitor }
  const firstToday = visitors.get(visitorKeyOf(row)) === undefined
  if (firstToday) visitors.put(transaction, row)
  return { ...hit, firstToday }
}

const newestFirst = (a: Hit, b: Hit) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)

function countByCountry(hits: readonly Hit[]): CountryCount[] {
  const counts = new Map<string | null, number>()
  for (const { country } of hits) counts.set(country, (counts.get(country) ?? 0) + 1)
  return Array.from(counts, ([country, count]) => ({ country, count })).sort(mostFirst)
}

function countByDay(hits: readonly Pick<Hit, 'at'>[], { from, to }: DayRange): DayCount[] {
  const counts = new Map<number, number>()
  for (const { at } of hits) {
    const day = Math.floor(at / DAY_MS)
    if (day >= from && day < to) counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return Array.from(counts, ([day, count]) => ({ day, count })).sort((a, b) => a.day - b.day)
}

const mostFirst = (a: CountryCount, b: CountryCount) =>
  b.count - a.count || ((a.country ?? UNKNOWN) < (b.country ?? UNKNOWN) ? -1 : 1)

/** Sorts after every country. */
const UNKNOWN = '~'
