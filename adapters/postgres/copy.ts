import { Kysely, sql } from 'kysely'
import { type CopySource, requireSchema, sqlCopySource } from '../sql/copy/copy-source.ts'
import { type CopyTarget, type CopyWriter, refuseUnfinishedCopy, sqlCopyTarget } from '../sql/copy/copy-target.ts'
import { postgresLocks } from '../sql/kit/row-locks.ts'
import { StoreUnusable } from '../sql/kit/store-unusable.ts'
import { migrations } from '../sql/migrations/index.ts'
import { postgresDdl } from '../sql/migrations/migration.ts'
import type { Schema } from '../sql/schema.ts'
import { awaitServer } from './connection/await-server.ts'
import { openPool } from './connection/connect.ts'
import { postgresDialect } from './connection/dialect.ts'
import { requireUnicode } from './connection/encoding.ts'
import { endPool } from './connection/end-pool.ts'
import { migrateUnderLock } from './migrate-under-lock.ts'
import { postgresMigrations } from './migrations.ts'
import { addMonthsOf } from './months/add-months.ts'

/** Counting the hits of a large database takes minutes. */
const LIMITS = { connectMs: 5_000, statementMs: 15 * 60_000 }

/** Opens the database to copy. Throws `StoreUnusable` while a server runs on it, or when its schema has another version. */
export const openPostgresCopySource = (url: string): Promise<CopySource> =>
  openAlone(url, async (db, base) => {
    await requireSchema(db, base.address, STEPS)
    await refuseUnfinishedCopy(db)
    return { ...base, ...(await sqlCopySource(db, await currentSchema(db))) }
  })

/** Opens the database that takes a copy and migrates it. Throws `StoreUnusable` while a server runs on it. */
export const openPostgresCopyTarget = (url: string): Promise<CopyTarget> =>
  openAlone(url, async (db, base) => {
    await migrateUnderLock(url, {})
    await requireSchema(db, base.address, STEPS)
    const source = await sqlCopySource(db, await currentSchema(db))
    return { ...base, ...source, ...sqlCopyTarget(db, source.tables, WRITER) }
  })

const STEPS = Object.keys({ ...migrations(postgresDdl), ...postgresMigrations })

async function openAlone<T>(
  url: string,
  open: (db: Kysely<Schema>, base: Pick<CopySource, 'address' | 'close'>) => Promise<T>,
): Promise<T> {
  // A distinct name, which distinguishes servers from copies; a killed copy may still have a connection.
  const pool = openPool(url, 1, LIMITS, 'shortlink-copy')
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  const close = () => endPool(pool)
  try {
    const address = shownAddress(url)
    await requireNoServer(db, address)
    return await open(db, { address, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Without user, password and parameters. */
function shownAddress(url: string): string {
  // A socket has no host.
  const { host, pathname } = URL.parse(url.replace(/^([a-z]+:\/\/)[^/]*@\//, '$1/')) ?? { host: '', pathname: '' }
  return `postgres://${host}${pathname}`
}

async function requireNoServer(db: Kysely<Schema>, address: string) {
  await awaitServer(() => requireUnicode(db))
  const { rows } = await sql<{ servers: number }>`
    select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = 'shortlink' and pid <> pg_backend_pid()`.execute(db)
  if (rows[0]?.servers !== 0)
    throw new StoreUnusable('in-use', `A server or a command is using ${address}: stop it, then copy`)
}

async function currentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? 'public'
}

const WRITER: CopyWriter = {
  locks: postgresLocks,

  // Rows are inserted with their numbers, and generated ones are set in the end.
  begin: async () => {},

  async insert(db, { name, columns }, rows) {
    if (name === 'hits') {
      const id = columns.findIndex(({ name }) => name === 'id')
      await addMonthsOf(
        db,
        rows.flatMap((row) => row[id] ?? []),
      )
    }
    const arrays = columns.map(({ type }, index) => sql`${rows.map((row) => row[index])}::${sql.raw(type)}[]`)
    // Triggers would announce each row. No server listens, and the command is seen by no other transaction.
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
    await sql`
      insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
      overriding system value select * from unnest(${sql.join(arrays)})`.execute(db)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
  },

  async complete(db, tables) {
    for (const { name, serial } of tables) {
      // Otherwise lists sort all links until autovacuum comes by, a minute later.
      await sql`analyze ${sql.table(name)}`.execute(db)
      if (serial === undefined) continue
      // Rows of a deleted link wait for their removal, and must not belong to a new one.
      const deleted = name === 'links' ? sql`union all select link_no from deleted_links` : sql``
      await sql`
        select setval(pg_get_serial_sequence(${name}, ${serial}), coalesce(max(number), 1), max(number) is not null)
        from (select ${sql.ref(serial)} as number from ${sql.table(name)} ${deleted}) as numbers`.execute(db)
    }
  },
}
