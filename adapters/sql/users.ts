import { type AccountRecord, foldEmail, type LinkChange, type UserId, type Users } from '@shortlink/core'
import { type Expression, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import { deleteVisits } from './delete-visits.ts'
import type { PublishChange } from './link-change-emitter.ts'
import type { Database, Schema, UsersTable } from './schema.ts'
import { noteOperatorChange, setNextLinksOpen } from './takedown.ts'
import { inTransaction } from './transaction.ts'

/** Accounts over either database. `note` is told of the links that go with an account. */
export const sqlUsers = (db: Database, note: PublishChange): Users => ({
  insert: (account) =>
    ResultAsync.fromSafePromise(
      db.write
        .insertInto('users')
        .values(toRow(account))
        .onConflict((conflict) => conflict.column('email_folded').doNothing())
        .returning('id')
        .executeTakeFirst(),
    ).andThen((row) => (row ? ok(account) : err({ type: 'email-taken' as const }))),

  async find(id) {
    const row = await db.point.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
    return row && toAccount(row)
  },

  async findByEmail(email) {
    const row = await db.point
      .selectFrom('users')
      .where('email_folded', '=', foldEmail(email))
      .selectAll()
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async lock(id) {
    const row = await db.write
      .updateTable('users')
      // Writing the row, if only as it is, makes whoever else wants to write it wait, in either database.
      .set((of) => ({ epoch: of.ref('epoch') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async rehash(id, from, to) {
    await db.write
      .updateTable('users')
      .set({ password_hash: to })
      .where('id', '=', id)
      .where('password_hash', '=', from)
      .execute()
  },

  async changePassword(id, from, to) {
    const row = await db.write
      .updateTable('users')
      .set((of) => ({ password_hash: to, epoch: of('epoch', '+', 1) }))
      .where('id', '=', id)
      .where('password_hash', '=', from)
      .returningAll()
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async setPassword(id, to) {
    await db.write
      .updateTable('users')
      .set((of) => ({
        password_hash: of
          .case()
          .when('disabled_at', 'is', null)
          .then(to)
          .else(DISABLED + to)
          .end(),
        // Away from zero, so that it differs from all before also when its sign is turned.
        epoch: of
          .case()
          .when('epoch', '<', 0)
          .then(of('epoch', '-', 1))
          .else(of('epoch', '+', 1))
          .end(),
      }))
      .where('id', '=', id)
      .execute()
  },

  async setDisabled(id, at) {
    const row = await inTransaction(db, (db) => setAccountDisabled(db, id, at))
    if (row === undefined) return undefined
    note('everything')
    for (
      let next = await nextLinks(db, id, at === null);
      next;
      next = await nextLinks(db, id, at === null, next.last)
    ) {
      for (const item of next.news) note(item)
    }
    return toAccount(row)
  },

  async delete(id) {
    const { found, news } = await inTransaction(db, (db) => deleteAccount(db, id))
    for (const item of news) note(item)
    return found
  },
})

/**
 * Stands before the password hash and the key digests of a disabled account, and its epoch is negative: a replica of the version before,
 * which does not know that accounts can be disabled, finds no key of it, and takes neither its password nor its sessions.
 */
const DISABLED = 'disabled:'

async function setAccountDisabled(db: Kysely<Schema>, id: UserId, at: number | null) {
  const account = db
    .updateTable('users')
    .where('id', '=', id)
    .where('disabled_at', at === null ? 'is not' : 'is', null)
  const { numUpdatedRows } = await account
    .set((of) => ({
      disabled_at: at,
      epoch: sql<number>`-1 - ${of.ref('epoch')}`,
      password_hash: turned(of.ref('password_hash'), at),
    }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) {
    await db
      .updateTable('api_keys')
      .set((of) => ({ digest: turned(of.ref('digest'), at) }))
      .where('owner', '=', id)
      .where('digest', at === null ? 'like' : 'not like', `${DISABLED}%`)
      .execute()
    await noteOperatorChange(db)
  }
  return db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
}

const turned = (column: Expression<string>, at: number | null) =>
  at === null
    ? sql<string>`substr(${column}, ${sql.lit(DISABLED.length + 1)})`
    : sql<string>`${sql.lit(DISABLED)} || ${column}`

/** A transaction a batch, so that others get their turn to write. */
const nextLinks = (db: Database, id: UserId, isOpen: boolean, after?: { created_at: number; id: string }) =>
  inTransaction(db, (db) => setNextLinksOpen(db, id, isOpen, after))

async function deleteAccount(db: Kysely<Schema>, id: UserId): Promise<{ found: boolean; news: LinkChange[] }> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('api_keys').where('owner', '=', id).execute()
  await db.deleteFrom('bio_pages').where('owner', '=', id).execute()
  await db.deleteFrom('idempotency_keys').where('caller', '=', id).execute()
  await deleteBilling(db, id)
  const news = [...(await deleteDomains(db, id)), ...(await deleteLinks(db, id))]
  // After the links, as whoever records hits takes them, so that neither waits for the other in a circle.
  await deleteWebhooks(db, id)
  return { found: numDeletedRows > 0, news }
}

async function deleteWebhooks(db: Kysely<Schema>, owner: UserId) {
  const webhooks = await db.deleteFrom('webhooks').where('owner', '=', owner).returning('id').execute()
  if (webhooks.length === 0) return
  const ids = webhooks.map(({ id }) => id)
  await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', ids).execute()
}

/** Customers stay, without an owner, until the provider is told. */
async function deleteBilling(db: Kysely<Schema>, owner: UserId) {
  for (const table of ['usage_meters', 'auto_refills', 'refill_orders'] as const) {
    await db.deleteFrom(table).where('owner', '=', owner).execute()
  }
  const orphans = await db
    .updateTable('payment_customers')
    .set({ owner: null, due_at: 0 })
    .where('owner', '=', owner)
    .returning('customer')
    .execute()
  await db
    .deleteFrom('subscriptions')
    .where((of) => of.or([of('owner', '=', owner), ...orphans.map(({ customer }) => of('customer', '=', customer))]))
    .execute()
}

async function deleteDomains(db: Kysely<Schema>, owner: UserId): Promise<LinkChange[]> {
  const claims = db.selectFrom('domains').where('owner', '=', owner).select('id')
  const held = await db.deleteFrom('domain_holders').where('domain_id', 'in', claims).returning('hostname').execute()
  await db.deleteFrom('domains').where('owner', '=', owner).execute()
  return held
}

/** So many at a time, which keeps each statement short and the event loop free. */
const LINKS_AT_ONCE = 500

async function deleteLinks(db: Kysely<Schema>, owner: UserId): Promise<LinkChange[]> {
  const news: LinkChange[] = []
  const some = db.selectFrom('links').where('owner', '=', owner).select('no').limit(LINKS_AT_ONCE)
  for (;;) {
    const links = await db.deleteFrom('links').where('no', 'in', some).returning(['no', 'namespace', 'slug']).execute()
    if (links.length === 0) return news
    await deleteVisits(
      db,
      links.map(({ no }) => no),
    )
    news.push(...links.map(({ namespace, slug }) => ({ namespace, slug })))
  }
}

const toRow = ({ id, name, email, passwordHash, epoch, createdAt }: AccountRecord): Insertable<UsersTable> => ({
  id,
  name,
  email,
  email_folded: foldEmail(email),
  password_hash: passwordHash,
  epoch,
  created_at: createdAt,
})

const toAccount = (row: Selectable<UsersTable>): AccountRecord => ({
  id: row.id as UserId,
  name: row.name,
  email: row.email,
  passwordHash: row.disabled_at === null ? row.password_hash : row.password_hash.slice(DISABLED.length),
  epoch: row.epoch < 0 ? -1 - row.epoch : row.epoch,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
})
