import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StoreUnusable } from './kit/store-unusable.ts'

// biome-ignore lint/suspicious/noExplicitAny: the schema may be of any version
type AnySchema = Kysely<any>

/** Suffix of a migration that makes older versions fail. All other migrations only add data that older versions can ignore. */
const BREAKING = '-breaking'

/** Whether a version that does not know these migrations can work with a database that has them. */
export const canServeBeside = (steps: readonly string[]): boolean => !steps.some((name) => name.endsWith(BREAKING))

/** Called with the migrations of a newer version, when there are any. */
export type OnNewer = (steps: readonly string[]) => void

/**
 * Migrates the schema, all steps or none. Steps of a newer version stay, so that servers of both versions can share a database during
 * an upgrade. Throws `StoreUnusable` when one of them is breaking.
 */
export async function migrate(db: AnySchema, migrations: Record<string, Migration>, onNewer: OnNewer = () => {}) {
  const error = await failureOf(db, migrations)
  if (error === undefined) return
  if (!hasUnknownSteps(error)) throw error
  const newer = (await appliedSteps(db)).filter((name) => !(name in migrations))
  if (!canServeBeside(newer)) throw tooNew(error)
  onNewer(newer)
  const taken = Object.fromEntries(newer.map((name) => [name, TAKEN]))
  const stillError = await failureOf(db, { ...migrations, ...taken })
  if (stillError !== undefined) throw hasUnknownSteps(stillError) ? tooNew(stillError) : stillError
}

/** Represents a migration that a newer version has run. */
const TAKEN: Migration = { up: async () => {} }

async function failureOf(db: AnySchema, migrations: Record<string, Migration>): Promise<unknown> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  return error
}

const hasUnknownSteps = (error: unknown) => error instanceof Error && error.message.startsWith('corrupted migrations')

/** The names of the migrations in a database of any version, or an empty one. */
export async function appliedSteps(db: AnySchema): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const tooNew = (cause: unknown) =>
  new StoreUnusable('newer', 'The database was made by a newer version of shortlink', { cause })
