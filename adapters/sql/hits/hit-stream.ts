import type { HitId, LinkId, UserId } from '@shortlink/core'
import type { HitStream, LatestHits, StreamedHit } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { Erasing } from '../kit/erasing.ts'
import { isThere } from '../rows/leaving.ts'
import type { Database } from '../schema.ts'
import { type IdPage, idsOfLink, idsOfOwner } from './hit-id-pages.ts'
import { toHit, whole } from './hits.ts'
import { newestIds } from './newest-ids.ts'

/** Visits of one read, so that mapping its rows does not hold the event loop for long. */
const BATCH_SIZE = 250

/** {@link HitStream} over either database. */
export const sqlHitStream = (db: Database, { elements }: Pick<Erasing, 'elements'>): HitStream => ({
  async ofOwner(owner, { after, take, link, from, to }) {
    const range: IdPage = { after: after === null ? 0n : BigInt(after), take, from, to }
    return db.offload(owner, async (read) => {
      const reader = { read, elements }
      const ids = await (link === undefined ? idsOfOwner(reader, owner, range) : idsOfLink(reader, owner, link, range))
      return inBatches(reader, ids)
    })
  },

  async newest(links, take) {
    const found = await db.offload(links.owner, async (read) =>
      inBatches({ read }, await newestIds({ read }, links, take)),
    )
    return found.map(({ hit }) => hit).reverse()
  },

  async latest(owners, after, among) {
    if (owners.length === 0) return []
    const newest = sql`(select id, link_no from hits where id > ${BigInt(after)} order by id desc limit ${among})`
    const { rows } = await sql<{ owner: UserId; ids: string }>`
      select owner, string_agg(cast(newest.id as text), ',' order by newest.id desc) as ids
      from ${newest} as newest join links on links.no = newest.link_no
      where links.owner in (${sql.join(owners)}) and ${isThere}
      group by owner`.execute(db.read)
    return rows.map(({ owner, ids }): LatestHits => ({ owner, ids: ids.split(',') as HitId[] }))
  },

  find: (ids) => inBatches(db, ids.map(BigInt)),
})

async function inBatches(db: Pick<Database, 'read'>, ids: readonly bigint[]): Promise<StreamedHit[]> {
  const found: StreamedHit[] = []
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    found.push(...(await read(db, ids.slice(from, from + BATCH_SIZE))))
  }
  return found
}

/** Reads the links separately: in one query Postgres may read the visits again for each link. */
async function read({ read }: Pick<Database, 'read'>, ids: readonly bigint[]): Promise<StreamedHit[]> {
  const page = read.selectFrom('hits').where('id', 'in', ids).limit(ids.length)
  const rows = await whole(read, page).select('hits.link_no').orderBy('hits.id').execute()
  const numbers = [...new Set(rows.map((row) => row.link_no))]
  if (numbers.length === 0) return []
  const links = await read
    .selectFrom('links')
    .where('no', 'in', numbers)
    .where(isThere)
    .select(['no', 'id', 'slug'])
    .execute()
  const linkAt = new Map(links.map((link) => [link.no, link]))
  return rows.flatMap((row) => {
    const link = linkAt.get(row.link_no)
    return link === undefined ? [] : [{ hit: toHit(row, link.id as LinkId), slug: link.slug }]
  })
}
