import type { NewHit } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { freshOf, HitSums, type KeyedHit } from '../../sql/hits/hit-sums.ts'
import { LateDays } from '../../sql/hits/late-days.ts'
import { sumAdder } from './add-sums.ts'
import { clickQueuer } from './click-outbox.ts'
import { hitTotals } from './hit-totals.ts'
import { interner } from './interner.ts'
import { visitorCounter } from './visitor-counter.ts'

/** Below the timeout for terminating a thread that does not respond. */
const MAX_TRANSACTION_MS = 10_000

/**
 * Creates the function that stores hits over a connection, in a separate transaction or within the current one. Synchronous, so only for
 * threads other than the event loop's.
 */
export function hitRecorder(db: Database): (hits: Iterable<NewHit>) => void {
  let prepared: ReturnType<typeof prepare> | undefined

  return (hits) => {
    // Statements can be prepared only once the schema is there.
    prepared ??= prepare(db)
    const { interned, visitors, record } = prepared
    // Keys and visitors that an outer transaction may still roll back must not be kept.
    const isFinal = !db.inTransaction
    let isCommitted = false
    interned.begin()
    try {
      record(hits)
      isCommitted = isFinal
    } finally {
      interned.end(isCommitted)
      if (!isCommitted) visitors.forget()
    }
  }
}

function prepare(db: Database) {
  const interned = interner(db)
  const insert = insertHit(db, interned)
  const visitors = visitorCounter(db)
  const markLate = lateMarker(db)
  const addSums = sumAdder(db)
  const { areClicksWanted, queueClicks } = clickQueuer(db)
  const addToTotals = hitTotals(db)
  const numberOf = db.prepare<[string], number>('select no from links where id = ?').pluck()

  const record = db.transaction((hits: Iterable<NewHit>) => {
    const linkKeys = new Map<string, number>()
    const sums = new HitSums()
    const late = new LateDays()
    const clicks: KeyedHit[] | undefined = areClicksWanted() ? [] : undefined
    visitors.begin()
    const deadlineMs = performance.now() + MAX_TRANSACTION_MS
    for (const hit of hits) {
      if (performance.now() > deadlineMs)
        throw new Error(`Storing hits took longer than ${MAX_TRANSACTION_MS / 1000} s`)
      const known = linkKeys.get(hit.link)
      const link = known ?? numberOf.get(hit.link)
      if (link === undefined) continue
      if (known === undefined) linkKeys.set(hit.link, link)
      const isFirst = visitors.isFirst(hit, link)
      if (!insert(hit, link, isFirst)) continue
      if (isFirst) visitors.add(hit, link)
      sums.add(hit, link, isFirst)
      late.add(hit, link)
      clicks?.push([hit, link])
    }
    visitors.write()
    const { links, days } = sums
    addSums({ links, days })
    addToTotals(links)
    for (const { link_no, day } of late.days) markLate.run(link_no, day)
    if (clicks !== undefined) queueClicks(clicks)
  })
  return { interned, visitors, record: record.immediate }
}

/** Creates the function that inserts a hit unless it exists, and returns whether it did. */
function insertHit(db: Database, interned: ReturnType<typeof interner>) {
  const statement = db.prepare(
    `insert into hits (id, link_no, at, ip, rule, language, ref, fresh, agent_no, place_no, referrer_no, destination_no, campaign_no)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
  )
  return (hit: NewHit, link: number, isFirst: boolean | null): boolean => {
    const keys = interned.keysOf(hit, link)
    const { id, at, ip, rule, language, ref } = hit
    return statement.run(BigInt(id), link, at, ip, rule, language, ref, freshOf(isFirst), ...keys).changes === 1
  }
}

const lateMarker = (db: Database) =>
  db.prepare<[number, number]>(
    'insert into late_days (link_no, day) values (?, ?) on conflict (link_no, day) do update set marks = marks + 1',
  )
