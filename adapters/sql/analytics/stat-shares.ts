import type { LinkId, StatShareId, TagId, UserId } from '@shortlink/core'
import type { StatShareRecord, StatShares } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import { deleteOwned, insertWithin } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import type { StatSharesTable } from '../tables/identity.ts'

/** {@link StatShares} over either database. */
export const sqlStatShares = (db: Database): StatShares => ({
  insert: (share, max) => insertWithin(db, 'stat_shares', toRow(share), max),

  async list(owner) {
    const rows = db.read.selectFrom('stat_shares').where('owner', '=', owner).selectAll()
    return (await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(toRecord)
  },

  async find(digest, at) {
    const row = await db.lookup
      .selectFrom('stat_shares')
      .innerJoin('users', 'users.id', 'stat_shares.owner')
      .where('digest', '=', digest)
      .where('users.disabled_at', 'is', null)
      .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', at)]))
      .selectAll('stat_shares')
      .executeTakeFirst()
    return row && toRecord(row)
  },

  async updateOwned(owner, id, { cards, showVisits, passwordHash, expiresAt, origins }) {
    const row = await db.write
      .updateTable('stat_shares')
      .set({
        // Naming the id makes an update without changes valid SQL.
        id,
        ...(cards !== undefined && { cards: JSON.stringify(cards) }),
        ...(showVisits !== undefined && { show_visits: Number(showVisits) }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(origins !== undefined && { origins: JSON.stringify(origins) }),
      })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toRecord(row)
  },

  deleteOwned: (owner, id) => deleteOwned(db, 'stat_shares', owner, id),

  async forget(before) {
    await sql`
      delete from stat_shares where expires_at < ${before}
        or (link_id is not null and not exists (select 1 from links where links.id = link_id))
        or (tag_id is not null and not exists (select 1 from tags where tags.id = tag_id))`.execute(db.write)
  },
})

const toRow = ({ id, owner, digest, ...share }: StatShareRecord): StatSharesTable => ({
  ...{ id, owner, digest },
  link_id: share.linkId,
  tag_id: share.tagId,
  cards: JSON.stringify(share.cards),
  show_visits: Number(share.showVisits),
  password_hash: share.passwordHash,
  expires_at: share.expiresAt,
  origins: JSON.stringify(share.origins),
  created_at: share.createdAt,
})

const toRecord = (row: Selectable<StatSharesTable>): StatShareRecord => ({
  id: row.id as StatShareId,
  owner: row.owner as UserId,
  digest: row.digest,
  linkId: row.link_id as LinkId | null,
  tagId: row.tag_id as TagId | null,
  cards: JSON.parse(row.cards) as StatShareRecord['cards'],
  showVisits: row.show_visits === 1,
  passwordHash: row.password_hash,
  expiresAt: row.expires_at,
  origins: JSON.parse(row.origins) as readonly string[],
  createdAt: row.created_at,
})
