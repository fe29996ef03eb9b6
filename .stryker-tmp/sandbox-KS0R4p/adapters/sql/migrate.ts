import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StoreUnusable } from './store-unusable.ts'

/**
 * Brings the schema up to date, all steps or none. Throws `StoreUnusable` when the database has steps that this version does not
 * know, since an older program would misread a newer schema.
 */
// biome-ignore lint/suspicious/noExplicitAny: the schema is whatever it is before and after
export async function migrate(db: Kysely<any>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new StoreUnusable('newer', 'The database was made by a newer version of shortlink', { cause: error })
  }
  throw error
}
