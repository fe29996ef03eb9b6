import { Kysely, sql } from 'kysely'
import { sqlRolls } from '../sql/analytics/rolls.ts'
import { type Inspection, inspect } from '../sql/inspect.ts'
import { NOW, postgresLocks } from '../sql/kit/row-locks.ts'
import { within } from '../sql/kit/transaction.ts'
import { migrations } from '../sql/migrations/index.ts'
import { postgresDdl } from '../sql/migrations/migration.ts'
import type { Schema } from '../sql/schema.ts'
import { openPool } from './connection/connect.ts'
import { postgresDialect } from './connection/dialect.ts'
import { postgresMigrations } from './migrations.ts'

/** Counting every hit of a large database takes minutes. */
const LIMITS = { connectMs: 5_000, statementMs: 15 * 60_000 }

/**
 * Recomputes wrong rollups, even while servers run. Returns their number. The store must have been opened before, which migrates the schema.
 */
export async function repairPostgres(url: string): Promise<number> {
  const pool = openPool(url, 1, LIMITS)
  try {
    const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
    const now = async () => Number((await sql<{ now: number }>`select ${NOW} as now`.execute(db)).rows[0]?.now)
    return await sqlRolls(within(db), postgresLocks, now).repair()
  } finally {
    await pool.end()
  }
}

/** Inspects a database, even while servers run. Rejects when it does not respond. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const pool = openPool(url, 1, LIMITS)
  try {
    const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
    return await inspect(db, { ...migrations(postgresDdl), ...postgresMigrations })
  } finally {
    await pool.end()
  }
}
