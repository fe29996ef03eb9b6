import type { NewHit } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { dayOf } from '../../sql/hits/hit-sums.ts'
import { clearLater } from '../../sql/hits/visitor-set.ts'
import { type DayVisitors, dayVisitors } from './day-visitors.ts'

/** Days in memory between two transactions: today, yesterday, and one more of visits that are stored late. */
const MAX_DAYS = 3
/** Hashes of visitors leave memory soon after they are deleted. The remaining ones are loaded again, which takes at most some 0.3 s. */
const KNOWN_MS = 60 * 60 * 1000

/** Finds out which hits are the first of their visitor on the link on the day. */
export function visitorCounter(db: Database) {
  const visitorsOf = dayVisitors(db)
  const days = new Map<number, DayVisitors>()
  /** The days of the transaction. */
  const used = new Map<number, DayVisitors>()

  function dayOfHit(hit: NewHit): DayVisitors {
    const number = dayOf(hit)
    const before = used.get(number)
    if (before !== undefined) return before
    const day = days.get(number) ?? visitorsOf(number)
    day.update()
    if (days.size === 0) clearLater(days, KNOWN_MS)
    days.set(number, day)
    used.set(number, day)
    return day
  }

  return {
    /** Called first in each transaction. */
    begin() {
      if (days.size > MAX_DAYS) days.clear()
    },

    /** Whether the hit is its visitor's first; null if visitors are not counted. */
    isFirst: (hit: NewHit, link: number): boolean | null =>
      hit.visitor === undefined ? hit.firstToday : dayOfHit(hit).isNew(link, hit.visitor),

    /** Adds the visitor of a hit that is stored as the first. */
    add(hit: NewHit, link: number) {
      if (hit.visitor !== undefined) dayOfHit(hit).add(link, hit.visitor)
    },

    /** Called last in each transaction. */
    write() {
      for (const day of used.values()) day.write()
      used.clear()
    },

    /** Call it after writes were, or may be, rolled back. */
    forget() {
      used.clear()
      days.clear()
    },
  }
}
