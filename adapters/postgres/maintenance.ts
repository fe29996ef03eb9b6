import { Kysely } from 'kysely'
import { type Inspection, inspect } from '../sql/inspect.ts'
import { migrations } from '../sql/migrations/index.ts'
import { postgresDdl } from '../sql/migrations/migration.ts'
import type { Schema } from '../sql/schema.ts'
import { openPool } from './connect.ts'
import { postgresDialect } from './dialect.ts'
import { postgresMigrations } from './migrations.ts'

/** Counting every hit of a large database takes minutes. */
const LIMITS = { connectMs: 5_000, statementMs: 15 * 60_000 }

/** Inspects a database, also beside running servers. Rejects when it does not answer. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const pool = openPool(url, 1, LIMITS)
  try {
    const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
    return await inspect(db, { ...migrations(postgresDdl), ...postgresMigrations })
  } finally {
    await pool.end()
  }
}
