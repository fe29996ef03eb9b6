import type { Instant } from '@shortlink/core'
import { MAX_SESSIONS } from '@shortlink/core/adapter'
import type { SessionRecord, Sessions } from '@shortlink/core/ports'
import type { Kysely, Selectable } from 'kysely'
import { keptQuery } from '../kit/kept-query.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database, Schema } from '../schema.ts'
import type { SessionsTable } from '../tables/identity.ts'

/** {@link Sessions} over either database. */
export function sqlSessions(db: Database): Sessions {
  // One statement, since each request of a session runs it.
  const stateOf = keptQuery(db.lookup, (id: string) =>
    db.lookup.selectNoFrom((of) => {
      const row = of.selectFrom('sessions').where('id', '=', id)
      return [
        of.selectFrom('revoked_tokens').where('id', '=', id).select('id').as('revoked'),
        row.select('epoch').as('epoch'),
        row.select('last_used_at').as('lastUsedAt'),
      ]
    }),
  )
  return {
    touch: (session, unlessAfter) => touch(db, session, unlessAfter),

    async find(id) {
      const [{ revoked, epoch, lastUsedAt } = NO_STATE] = (await stateOf(id)).rows
      return {
        isRevoked: revoked !== null,
        record: epoch === null || lastUsedAt === null ? null : { epoch, lastUsedAt },
      }
    },

    async list(owner, at) {
      return (await openSessions(db.read, owner, at).selectAll('sessions').execute()).map(toRecord)
    },

    revoke: (id, expiresAt) =>
      inTransaction(db, async (db) => {
        await db
          .insertInto('revoked_tokens')
          .values({ id, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        await db.deleteFrom('sessions').where('id', '=', id).execute()
      }),

    keepOnly: (owner, kept = '', epoch) =>
      inTransaction(db, async (db) => {
        await db.updateTable('sessions').set({ epoch, kept: 1 }).where('id', '=', kept).execute()
        await db.deleteFrom('sessions').where('owner', '=', owner).where('id', '<>', kept).execute()
      }),

    async forget(before) {
      await db.write.deleteFrom('sessions').where('expires_at', '<', before).execute()
      const { numDeletedRows } = await db.write
        .deleteFrom('revoked_tokens')
        .where('expires_at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

const NO_STATE = { revoked: null, epoch: null, lastUsedAt: null }

async function touch({ write }: Database, session: SessionRecord, unlessAfter: Instant) {
  const { id, owner, lastUsedAt, browser, os, network } = session
  const { numUpdatedRows } = await write
    .updateTable('sessions')
    .set({ last_used_at: lastUsedAt, browser, os, network })
    .where('id', '=', id)
    .where('last_used_at', '<=', unlessAfter)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) return
  const inserted = await write
    .insertInto('sessions')
    .values(toRow(session))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return
  const listed = openSessions(write, owner, lastUsedAt).select('sessions.id')
  await write
    .deleteFrom('sessions')
    .where('owner', '=', owner)
    .where('kept', '=', 0)
    .where('id', 'not in', listed)
    .execute()
}

/** The account's epoch is negative while it is disabled, so then no session is open. */
const openSessions = (db: Kysely<Schema>, owner: string, at: Instant) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (on) => on.onRef('users.id', '=', 'sessions.owner').onRef('users.epoch', '=', 'sessions.epoch'))
    .where('sessions.owner', '=', owner)
    .where('sessions.expires_at', '>', at)
    .where((of) =>
      of.not(of.exists(of.selectFrom('revoked_tokens').select('id').whereRef('revoked_tokens.id', '=', 'sessions.id'))),
    )
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(MAX_SESSIONS)

const toRow = ({ createdAt, expiresAt, lastUsedAt, ...session }: SessionRecord): SessionsTable => ({
  ...session,
  created_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
  kept: 0,
})

const toRecord = ({ owner, created_at, expires_at, last_used_at, kept: _, ...row }: Selectable<SessionsTable>) => ({
  ...row,
  owner: owner as SessionRecord['owner'],
  createdAt: created_at,
  expiresAt: expires_at,
  lastUsedAt: last_used_at,
})
