import type { UserId } from '@shortlink/core'
import { foldEmail, type PublishChange } from '@shortlink/core/adapter'
import type { AccountRecord, Users } from '@shortlink/core/ports'
import { type ExpressionBuilder, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import { deleteAccount } from '../deletion/delete-account.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { setIgnoredAddresses, toAddresses, toStored } from '../rows/ignored-addresses.ts'
import { setNextLinksOpen } from '../rows/takedown.ts'
import type { Database, Schema } from '../schema.ts'
import type { UsersTable } from '../tables/identity.ts'
import { DISABLED, setAccountDisabled } from './disabled-accounts.ts'
import { listAccounts } from './list-accounts.ts'

/** {@link Users} over either database. Publishes changes of the links of an account. */
export const sqlUsers = (db: Database, publish: PublishChange, locks: RowLocks): Users => ({
  insert: (account) =>
    ResultAsync.fromSafePromise(insertUnlessTaken(db.write, account)).andThen((isInserted) =>
      isInserted ? ok(account) : err({ type: 'email-taken' as const }),
    ),

  insertFirst: (account) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => insertIfEmpty(db, account, locks))).andThen((isInserted) =>
      isInserted ? ok(account) : err({ type: 'sign-up-closed' as const }),
    ),

  isEmpty: () => isEmpty(db.lookup),

  async find(id) {
    const row = await db.lookup.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
    return row && toAccount(row)
  },

  async findByEmail(email) {
    const row = await db.lookup
      .selectFrom('users')
      .where('email_folded', '=', foldEmail(email))
      .selectAll()
      .executeTakeFirst()
    return row && toAccount(row)
  },

  listAll: (page) => listAccounts(db, page),

  async lock(id) {
    const row = await db.write
      .updateTable('users')
      // An update that changes nothing locks the row in either database.
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

  setPassword: (id, to) => setPassword(db, id, to),

  raiseEpoch: (id) => raiseEpoch(db, id),

  async setDisabled(id, at) {
    const row = await inTransaction(db, (db) => setAccountDisabled(db, id, at))
    if (row === undefined) return undefined
    publish('everything')
    await setLinksOpen(db, id, at === null, publish)
    return toAccount(row)
  },

  administrators: () => administrators(db.lookup),

  async setRole(id, role) {
    const row = await db.write.updateTable('users').set({ role }).where('id', '=', id).returningAll().executeTakeFirst()
    return row && toAccount(row)
  },

  async setIgnoredAddresses(id, addresses) {
    const { row, isChanged } = await inTransaction(db, (db) => setIgnoredAddresses(db, id, addresses))
    if (isChanged) publish('everything')
    return row && toAccount(row)
  },

  async delete(id, tombstoneAt = null) {
    const { found, changes } = await inTransaction(db, (db) => deleteAccount(db, locks, id, tombstoneAt))
    for (const change of changes) publish(change)
    return found
  },
})

async function administrators(db: Kysely<Schema>): Promise<readonly UserId[]> {
  // By a literal, so that the database uses the index of administrators.
  const isAdministrator = sql<boolean>`role = 'ADMIN'`
  const rows = await db.selectFrom('users').where(isAdministrator).select('id').limit(1000).execute()
  return rows.map(({ id }) => id as UserId)
}

async function insertUnlessTaken(db: Kysely<Schema>, account: AccountRecord): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values(toRow(account))
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const isEmpty = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Concurrent calls wait for each other at a row that always exists, and each then sees the inserts of the one before it. */
async function insertIfEmpty(db: Kysely<Schema>, account: AccountRecord, locks: RowLocks): Promise<boolean> {
  await db.selectFrom('operator_changes').select('id').modifyEnd(locks.change).execute()
  return (await isEmpty(db)) && insertUnlessTaken(db, account)
}

async function setPassword(db: Database, id: UserId, to: string) {
  await db.write
    .updateTable('users')
    .set((of) => ({
      password_hash: of
        .case()
        .when('disabled_at', 'is', null)
        .then(to)
        .else(DISABLED + to)
        .end(),
      epoch: raisedEpoch(of),
    }))
    .where('id', '=', id)
    .execute()
}

async function raiseEpoch({ write }: Database, id: UserId) {
  const row = await write
    .updateTable('users')
    .set((of) => ({ epoch: raisedEpoch(of) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Away from zero, so that no earlier epoch comes back, even when the account is enabled and the sign changes. */
const raisedEpoch = (of: ExpressionBuilder<Schema, 'users'>) =>
  of
    .case()
    .when('epoch', '<', 0)
    .then(of('epoch', '-', 1))
    .else(of('epoch', '+', 1))
    .end()

/** Opens or closes the links of an account, a transaction per batch, so that other writers wait for one batch at most. */
async function setLinksOpen(db: Database, id: UserId, isOpen: boolean, publish: PublishChange) {
  const next = (after?: { created_at: number; id: string }) =>
    inTransaction(db, (db) => setNextLinksOpen(db, id, isOpen, after))
  for (let batch = await next(); batch; batch = await next(batch.last))
    for (const change of batch.changes) publish(change)
}

const toRow = ({
  id,
  name,
  email,
  passwordHash,
  epoch,
  createdAt,
  role,
  ignoredAddresses,
}: AccountRecord): Insertable<UsersTable> => ({
  id,
  name,
  email,
  email_folded: foldEmail(email),
  password_hash: passwordHash,
  epoch,
  created_at: createdAt,
  role,
  ignored_addresses: toStored(ignoredAddresses),
})

const toAccount = (row: Selectable<UsersTable>): AccountRecord => ({
  id: row.id as UserId,
  name: row.name,
  email: row.email,
  passwordHash: row.disabled_at === null ? row.password_hash : row.password_hash.slice(DISABLED.length),
  epoch: row.epoch < 0 ? -1 - row.epoch : row.epoch,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
  role: row.role,
  ignoredAddresses: toAddresses(row.ignored_addresses),
})
