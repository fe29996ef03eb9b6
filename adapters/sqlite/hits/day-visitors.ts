import type { Database, Statement } from 'better-sqlite3'
import { VisitorSet } from '../../sql/hits/visitor-set.ts'
import { linkOf, MEMBER_BYTES, visitorOf, writeMember } from './batched-visitors.ts'

/** About 16 MB of memory. Visitors of a day beyond this number are rows of `hit_visitors`. */
const MAX_KNOWN = 650_000

/** A batch with fewer bytes is written again with the next visitors: rows that hold a visitor or two would take seconds to load. */
const BATCH_BYTES = 80 * MEMBER_BYTES

/** Creates the function that creates {@link DayVisitors}. */
export function dayVisitors(db: Database): (day: number) => DayVisitors {
  const statements = prepare(db)
  return (day) => new DayVisitors(day, statements)
}

interface Statements {
  readonly batches: Statement<[day: number, from: number], [no: number, visitors: Buffer]>
  readonly put: Statement<[day: number, no: number, visitors: Buffer]>
  readonly hasRows: Statement<[day: number], 0 | 1>
  readonly insert: Statement<[day: number, link: number, visitor: bigint]>
}

const prepare = (db: Database): Statements => ({
  batches: db
    .prepare<[number, number], [number, Buffer]>(
      'select no, visitors from visitor_batches where day = ? and no >= ? order by no',
    )
    .raw(),
  put: db.prepare<[number, number, Buffer]>(
    'insert or replace into visitor_batches (day, no, visitors) values (?, ?, ?)',
  ),
  hasRows: db.prepare<[number], 0 | 1>('select exists (select 1 from hit_visitors where day = ?)').pluck(),
  insert: db.prepare<[number, number, bigint]>(
    'insert into hit_visitors (day, link_no, visitor) values (?, ?, ?) on conflict do nothing',
  ),
})

/**
 * The visitors of a day. Memory holds exactly the visitors in its batches, which need no index, so that a new visitor costs the database
 * some bytes at the end of a row. When memory is full, or was in an earlier version or database, the others are rows with an index.
 */
export class DayVisitors {
  readonly #day: number
  readonly #statements: Statements
  readonly #hasRows: boolean
  #known = new VisitorSet()
  /** The last batch: its number, and its contents; the first part of them is written. */
  #no = 0
  #batch: Buffer = Buffer.alloc(2 * BATCH_BYTES)
  #length = 0
  #written = 0

  constructor(day: number, statements: Statements) {
    this.#day = day
    this.#statements = statements
    this.#hasRows = statements.hasRows.get(day) === 1
  }

  /** Reads additions of other processes. Call it first in a transaction, which excludes other writers. */
  update(): void {
    if (this.#readFrom(this.#no)) return
    // The batches were deleted, as batches of days before yesterday are.
    this.#known = new VisitorSet()
    this.#begin(0)
    this.#readFrom(0)
  }

  /** Whether the visitor is new on the link. */
  isNew(link: number, visitor: bigint): boolean {
    if (this.#known.has(this.#day, link, visitor)) return false
    return !this.#isFull || this.#statements.insert.run(this.#day, link, visitor).changes === 1
  }

  /** Adds a visitor who is new. */
  add(link: number, visitor: bigint): void {
    if (this.#isFull) return
    this.#known.add(this.#day, link, visitor)
    if (this.#written === this.#length && this.#length >= BATCH_BYTES) this.#begin(this.#no + 1)
    if (this.#length + MEMBER_BYTES > this.#batch.length) this.#batch = Buffer.concat([this.#batch, this.#batch])
    this.#length = writeMember(this.#batch, this.#length, link, visitor)
  }

  /** Writes the visitors that were added. Called last in a transaction. */
  write(): void {
    if (this.#written === this.#length) return
    this.#statements.put.run(this.#day, this.#no, this.#batch.subarray(0, this.#length))
    this.#written = this.#length
  }

  get #isFull() {
    return this.#hasRows || this.#known.size >= MAX_KNOWN
  }

  #begin(no: number) {
    this.#no = no
    this.#length = 0
    this.#written = 0
  }

  /** Reads from that batch on; its written part is known. False if the batch does not exist any more. */
  #readFrom(from: number): boolean {
    let isThere = this.#written === 0
    for (const [no, visitors] of this.#statements.batches.iterate(this.#day, from)) {
      const known = no === from ? this.#written : 0
      if (visitors.length < known) return false
      isThere ||= no === from
      if (!isThere) return false
      if (visitors.length === known) continue
      this.#know(visitors.subarray(known))
      this.#no = no
      this.#batch = visitors
      this.#length = visitors.length
      this.#written = visitors.length
    }
    return isThere
  }

  #know(members: Buffer) {
    for (let at = 0; at < members.length; at += MEMBER_BYTES)
      this.#known.add(this.#day, linkOf(members, at), visitorOf(members, at))
  }
}
