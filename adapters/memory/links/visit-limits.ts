import { randomInt } from 'node:crypto'
import type { Link } from '@shortlink/core'
import type { VisitLimits } from '@shortlink/core/ports'
import type { VisitLimitRow } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** The fraction of the remaining visits that one lease takes. */
const SHARE = 64

/** {@link VisitLimits} in memory. */
export function memoryVisitLimits(call: Call, tables: Tables): VisitLimits {
  const { visitLimits } = tables
  return {
    take: (link, most) =>
      call((transaction) => {
        const limit = visitLimits.get(link)
        if (limit === undefined || limit.remaining <= 0) return undefined
        const visits = Math.min(most, Math.max(1, Math.floor(limit.remaining / SHARE)))
        putLimit(tables, transaction, { ...limit, remaining: limit.remaining - visits })
        return { link, generation: limit.generation, visits }
      }),

    left: (link) => call(() => Math.max(0, visitLimits.get(link)?.remaining ?? 0)),

    giveBack: (leases) =>
      call((transaction) => {
        for (const { link, generation, visits } of leases) {
          const limit = visitLimits.get(link)
          if (limit?.generation === generation)
            putLimit(tables, transaction, { ...limit, remaining: limit.remaining + visits })
        }
      }),
  }
}

/** Writes a limit, and the visits left to its link. */
function putLimit({ links, visitLimits }: Tables, transaction: Transaction, limit: VisitLimitRow) {
  visitLimits.put(transaction, limit)
  const link = links.get(limit.link)
  if (link) links.put(transaction, { ...link, visitsLeft: Math.max(0, limit.remaining) })
}

/** Sets the limit of a new link, changes it with the link, or removes it. Used visits still count after a change of the limit. */
export function setVisitLimit(tables: Tables, transaction: Transaction, link: Link, before?: Link) {
  const { id, maxVisits } = link
  const present = tables.visitLimits.get(id)
  if (maxVisits === (before?.maxVisits ?? null)) return
  if (maxVisits === null) {
    if (present) tables.visitLimits.remove(transaction, present)
    tables.links.put(transaction, { ...link, visitsLeft: null })
  } else if (present && before?.maxVisits != null) {
    putLimit(tables, transaction, { ...present, remaining: present.remaining + maxVisits - before.maxVisits })
  } else {
    const remaining = before === undefined ? (link.visitsLeft ?? maxVisits) : maxVisits
    putLimit(tables, transaction, { link: id, remaining, generation: randomInt(2 ** 47) })
  }
}
