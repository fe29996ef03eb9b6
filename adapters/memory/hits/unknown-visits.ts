import { MAX_UNKNOWN_SLUGS, OWN_HOST } from '@shortlink/core/adapter'
import type { UnknownVisit, UnknownVisits } from '@shortlink/core/ports'
import { hostOfDay, kindOfDay, type UnknownVisitRow, unknownVisitKeyOf } from '../rows.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link UnknownVisits} in memory. */
export function memoryUnknownVisits(call: Call, { unknownVisits, domains }: Tables): UnknownVisits {
  const domainOf = ({ domain }: UnknownVisitRow) => (domain === null ? undefined : domains.get(domain)?.domain)
  const isOrphan = (row: UnknownVisitRow) => row.domain !== null && domainOf(row) === undefined

  const hasRoom = (row: UnknownVisitRow) => {
    const ofHost = unknownVisits.where('host', hostOfDay(row)).length
    if (row.domain === null) return ofHost < MAX_UNKNOWN_SLUGS.ownHosts
    const ofDomains = unknownVisits.where('kind', kindOfDay(row)).length
    return ofHost < MAX_UNKNOWN_SLUGS.domain && ofDomains < MAX_UNKNOWN_SLUGS.domains
  }

  return {
    count: (counts) =>
      call((transaction) => {
        for (const count of counts) {
          const before = unknownVisits.get(unknownVisitKeyOf(count))
          if (before) unknownVisits.put(transaction, { ...before, hits: before.hits + count.hits })
          else if (hasRoom(count)) unknownVisits.put(transaction, count)
        }
      }),

    top: ({ owner, hostname, since, take }) =>
      call(() => {
        const rows = unknownVisits.all().flatMap((row) => {
          const domain = domainOf(row)
          if (row.day < since || isOrphan(row) || (owner !== null && domain?.owner !== owner)) return []
          const host = domain?.hostname ?? OWN_HOST
          return hostname === undefined || host === hostname ? [{ ...row, hostname: host }] : []
        })
        return summed(rows).toSorted(mostFirst).slice(0, take)
      }),

    async *sweep(before) {
      await call((transaction) => {
        for (const row of unknownVisits.all()) {
          if (row.day < before || isOrphan(row)) unknownVisits.remove(transaction, row)
        }
      })
    },
  }
}

function summed(rows: readonly (UnknownVisitRow & { readonly hostname: string })[]): UnknownVisit[] {
  const sums = new Map<string, UnknownVisit>()
  for (const { hostname, slug, hits, day } of rows) {
    const key = `${hostname}/${slug}`
    const sum = sums.get(key) ?? { hostname, slug, hits: 0, firstDay: day, lastDay: day }
    const [firstDay, lastDay] = [Math.min(sum.firstDay, day), Math.max(sum.lastDay, day)]
    sums.set(key, { ...sum, hits: sum.hits + hits, firstDay, lastDay })
  }
  return [...sums.values()]
}

const mostFirst = (one: UnknownVisit, other: UnknownVisit) =>
  other.hits - one.hits || inOrder(one.hostname, other.hostname) || inOrder(one.slug, other.slug)

const inOrder = (one: string, other: string) => (one < other ? -1 : Number(one > other))
