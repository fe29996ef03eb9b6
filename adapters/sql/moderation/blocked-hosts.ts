import type { BlockedHost } from '@shortlink/core'
import { MANUAL_LIST, MAX_MANUAL_HOSTS, type PublishChange } from '@shortlink/core/adapter'
import type { BlockedHosts } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import { givenRows } from '../analytics/rolled-day/rolled-day.ts'
import { toPattern } from '../kit/like-pattern.ts'
import { inTransaction } from '../kit/transaction.ts'
import { countOperatorChange } from '../rows/takedown.ts'
import type { Database, Schema } from '../schema.ts'

/** {@link BlockedHosts} over either database. */
export const sqlBlockedHosts = (db: Database, publish: PublishChange): BlockedHosts => ({
  async state() {
    const { version, list, hosts } = (await stateOf(db.lookup).executeTakeFirst()) ?? FIRST_STATE
    return { version: Number(version), list: Number(list), hosts: Number(hosts) }
  },

  async names(list, after, take) {
    const rows = await db.background
      .selectFrom('blocked_hosts')
      .where('list', '=', list)
      .where('host', '>', after)
      .select('host')
      .orderBy('host')
      .limit(take)
      .execute()
    return rows.map(({ host }) => host)
  },

  async list({ skip, take }, search) {
    const rows = await inForce(db.read, search)
      .select(['list', 'host', 'reason', 'created_at'])
      .orderBy('host')
      .orderBy('list')
      .offset(skip)
      .limit(take)
      .execute()
    return rows.map(({ list, host, reason, created_at }) => ({
      host,
      reason,
      source: Number(list) === MANUAL_LIST ? 'MANUAL' : 'LIST',
      createdAt: Number(created_at),
    }))
  },

  async count(search) {
    const row = await inForce(db.read, search)
      .select((of) => of.fn.countAll().as('hosts'))
      .executeTakeFirstOrThrow()
    return Number(row.hosts)
  },

  async block(host) {
    const isBlocked = await inTransaction(db, (db) => insertManual(db, host))
    if (isBlocked) publish('everything')
    return isBlocked
  },

  async unblock(host) {
    const isUnblocked = await inTransaction(db, async (db) => {
      await announce(db)
      const deleted = await db
        .deleteFrom('blocked_hosts')
        .where('host', '=', host)
        .where((of) => of.or([of('list', '=', MANUAL_LIST), of('list', '=', listInForce(db))]))
        .returning('list')
        .execute()
      const listed = deleted.filter(({ list }) => Number(list) !== MANUAL_LIST).length
      await db
        .updateTable('blocklist_state')
        .set((of) => ({ hosts: of('hosts', '-', listed) }))
        .execute()
      return deleted.length > 0
    })
    if (isUnblocked) publish('everything')
    return isUnblocked
  },

  async addToList(list, hosts, at) {
    await sql`
      insert into blocked_hosts (list, host, reason, created_at)
      select cast(${list} as bigint), value ->> 0, null, cast(${at} as bigint)
      from ${givenRows(hosts.map((host) => [host]))} where true
      on conflict do nothing`.execute(db.write)
  },

  async putInForce(list) {
    const hosts = await inTransaction(db, async (db) => {
      await announce(db)
      const [state, counted] = [await stateOf(db).executeTakeFirstOrThrow(), await countOf(db, list)]
      if (Number(state.list) > list) return undefined
      await db.updateTable('blocklist_state').set({ list, hosts: counted }).execute()
      return counted
    })
    if (hosts !== undefined) publish('everything')
    return hosts
  },

  async sweep(take) {
    const earlier = db.write
      .selectFrom('blocked_hosts')
      .where('list', '>', MANUAL_LIST)
      .where('list', '<', listInForce(db.write))
      .select(['list', 'host'])
      .limit(take)
    const { numAffectedRows } = await sql`
      delete from blocked_hosts where (list, host) in (${earlier})`.execute(db.write)
    return Number(numAffectedRows ?? 0)
  },
})

async function insertManual(
  db: Kysely<Schema>,
  { host, reason, createdAt }: Omit<BlockedHost, 'source'>,
): Promise<boolean> {
  // Locks the state, so that concurrent calls count one after the other.
  await announce(db)
  const present = db.selectFrom('blocked_hosts').where('list', '=', MANUAL_LIST).where('host', '=', host)
  const isNew = (await present.select('host').executeTakeFirst()) === undefined
  if (isNew && (await countOf(db, MANUAL_LIST)) >= MAX_MANUAL_HOSTS) return false
  await db
    .insertInto('blocked_hosts')
    .values({ list: MANUAL_LIST, host, reason, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['list', 'host']).doUpdateSet({ reason }))
    .execute()
  return true
}

/** The state before the first change. */
const FIRST_STATE = { version: 0, list: MANUAL_LIST, hosts: 0 }

const stateOf = (db: Kysely<Schema>) => db.selectFrom('blocklist_state').select(['version', 'list', 'hosts'])

const listInForce = (db: Kysely<Schema>) => db.selectFrom('blocklist_state').select('list')

/** Hosts of the lists in force that contain the text. */
const inForce = (db: Kysely<Schema>, search: string | undefined) =>
  db
    .selectFrom('blocked_hosts')
    .where((of) => of.or([of('list', '=', MANUAL_LIST), of('list', '=', listInForce(db))]))
    .$if(search !== undefined, (query) => query.where(sql<boolean>`host like ${toPattern(search ?? '')} escape '\\'`))

async function countOf(db: Kysely<Schema>, list: number): Promise<number> {
  const row = await db
    .selectFrom('blocked_hosts')
    .where('list', '=', list)
    .select((of) => of.fn.countAll().as('hosts'))
    .executeTakeFirstOrThrow()
  return Number(row.hosts)
}

/** Makes every server read the lists again. */
async function announce(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('blocklist_state')
    .values({ id: 1, ...FIRST_STATE, version: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((of) => ({ version: of('blocklist_state.version', '+', 1) })),
    )
    .execute()
  await countOperatorChange(db)
}
