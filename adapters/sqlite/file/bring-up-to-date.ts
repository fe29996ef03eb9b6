import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Kysely, sql } from 'kysely'
import { migrate, type OnNewer } from '../../sql/migrate.ts'
import { migrations } from '../../sql/migrations/index.ts'
import { sqliteDdl } from '../../sql/migrations/migration.ts'
import type { Schema } from '../../sql/schema.ts'
import { connect, statementRunner } from '../connection.ts'
import { sqliteDialect } from '../dialect.ts'
import { APPLICATION_ID } from './check-file.ts'

interface UpdateOptions {
  readonly lockTimeoutMs: number
  readonly onNewer?: OnNewer | undefined
  /** Called with the migrated database. */
  readonly check?: (db: Kysely<Schema>) => Promise<void>
}

/** Creates or migrates the schema. Runs on the calling thread, which serves no request yet, so that a start need not wait for a thread. */
export async function bringUpToDate(path: string, { lockTimeoutMs, onNewer, check }: UpdateOptions): Promise<void> {
  const connection = connect(path, { readonly: false, lockTimeoutMs })
  const db = new Kysely<Schema>({ dialect: sqliteDialect(statementRunner(connection)) })
  try {
    await markAsOurs(db)
    await migrate(db, migrations(sqliteDdl), onNewer)
    await check?.(db)
  } finally {
    connection.close()
  }
}

async function markAsOurs(db: Kysely<Schema>) {
  const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(db)
  if (rows[0]?.application_id !== APPLICATION_ID) {
    await sql.raw(`pragma application_id = ${APPLICATION_ID}`).execute(db)
  }
}

/** The real path of the file, so that a symbolic link to it cannot get around the lock. */
export const realPathOf = (file: string): string =>
  existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(resolve(file))), basename(file))
