import type { Hit } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { HitSums, type KeyedHit } from '../sql/hit-sums.ts'
import { clickQueuer } from './click-outbox.ts'
import { hitTotals } from './hit-totals.ts'
import { interner } from './interner.ts'

/** Below the timeout after which a thread without an answer is terminated. */
const MAX_TRANSACTION_MS = 10_000

/**
 * Makes the function that stores hits over a connection, in a transaction of its own or within the current one. Synchronous, so for
 * threads other than the event loop's.
 */
export function hitRecorder(db: Database): (hits: Iterable<Hit>) => void {
  let prepared: ReturnType<typeof prepare> | undefined

  return (hits) => {
    // Statements can be prepared only once the schema is there.
    prepared ??= prepare(db)
    const { interned, record } = prepared
    // Keys that an outer transaction may still roll back must not be kept.
    const isFinal = !db.inTransaction
    let isCommitted = false
    interned.begin()
    try {
      record(hits)
      isCommitted = isFinal
    } finally {
      interned.end(isCommitted)
    }
  }
}

function prepare(db: Database) {
  const interned = interner(db)
  const insert = insertHit(db, interned)
  const add = sumAdder(db)
  const { areClicksWanted, queueClicks } = clickQueuer(db)
  const addToTotals = hitTotals(db)
  const numberOf = db.prepare<[string], number>('select no from links where id = ?').pluck()

  const record = db.transaction((hits: Iterable<Hit>) => {
    const linkKeys = new Map<string, number>()
    const sums = new HitSums()
    const clicks: KeyedHit[] | undefined = areClicksWanted() ? [] : undefined
    const deadlineMs = performance.now() + MAX_TRANSACTION_MS
    for (const hit of hits) {
      if (performance.now() > deadlineMs)
        throw new Error(`Storing hits took longer than ${MAX_TRANSACTION_MS / 1000} s`)
      const known = linkKeys.get(hit.link)
      const link = known ?? numberOf.get(hit.link)
      if (link === undefined) continue
      if (known === undefined) linkKeys.set(hit.link, link)
      if (!insert(hit, link)) continue
      sums.add(hit, link)
      clicks?.push([hit, link])
    }
    const { links, days } = sums
    add(links, days)
    addToTotals(links)
    if (clicks !== undefined) queueClicks(clicks)
  })
  return { interned, record: record.immediate }
}

/** Makes the function that inserts a hit unless it is there already, and returns whether it did. */
function insertHit(db: Database, interned: ReturnType<typeof interner>) {
  const statement = db.prepare(
    `insert into hits (id, link_no, at, ip, rule, agent_no, place_no, referrer_no, destination_no)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
  )
  return (hit: Hit, link: number): boolean =>
    statement.run(BigInt(hit.id), link, hit.at, hit.ip, hit.rule, ...interned.keysOf(hit, link)).changes === 1
}

function sumAdder(db: Database) {
  const addToLink = db.prepare(
    `insert into link_hits (link_no, hits) values (?, ?)
     on conflict (link_no) do update set hits = hits + excluded.hits`,
  )
  const addToDay = db.prepare(
    `insert into hit_days (link_no, day, country, device, count) values (?, ?, ?, ?, ?)
     on conflict (link_no, day, country, device) do update set count = count + excluded.count`,
  )
  return (links: HitSums['links'], days: HitSums['days']) => {
    for (const [link, count] of links) addToLink.run(link, count)
    for (const { link_no, day, country, device, count } of days) {
      addToDay.run(link_no, day, country, device, count)
    }
  }
}
