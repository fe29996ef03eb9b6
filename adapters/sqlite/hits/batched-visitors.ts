import type { Database } from 'better-sqlite3'

/** A member of a batch: the key of the link in 4 bytes and the visitor in 8, lowest first. */
export const MEMBER_BYTES = 12
export const linkOf = (members: Buffer, at: number) => members.readUInt32LE(at)
export const visitorOf = (members: Buffer, at: number) => members.readBigUInt64LE(at + 4)

/** Returns the position of the next member. */
export function writeMember(members: Buffer, at: number, link: number, visitor: bigint): number {
  members.writeUInt32LE(link, at)
  members.writeBigUInt64LE(visitor, at + 4)
  return at + MEMBER_BYTES
}

/** Makes the connection read visitors in batches, too, as rows of `hit_visitors`. They are in its memory, so it may be read-only. */
export function showBatchesAsRows(db: Database): void {
  db.pragma('temp_store = memory')
  db.exec(`
    create temp table batched_visitors (
      day integer not null, link_no integer not null, visitor bigint not null, primary key (day, link_no, visitor)
    ) without rowid;
    create temp view hit_visitors as
      select day, link_no, visitor from main.hit_visitors union all select day, link_no, visitor from temp.batched_visitors`)
  const insert = db.prepare('insert into temp.batched_visitors (day, link_no, visitor) values (?, ?, ?)')
  const batches = db.prepare<[], [day: number, visitors: Buffer]>('select day, visitors from visitor_batches').raw()
  for (const [day, visitors] of batches.all()) {
    for (let at = 0; at < visitors.length; at += MEMBER_BYTES)
      insert.run(day, linkOf(visitors, at), visitorOf(visitors, at))
  }
}
