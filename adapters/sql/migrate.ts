import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StoreUnusable } from './store-unusable.ts'

// biome-ignore lint/suspicious/noExplicitAny: the schema is whatever it is before and after
type AnySchema = Kysely<any>

/** How the name of a step ends after which older versions can work no more. All others only add what those need not know of. */
const BREAKING = '-breaking'

/** Whether a version that does not know these steps can work with a database that has taken them. */
export const canServeBeside = (steps: readonly string[]): boolean => !steps.some((name) => name.endsWith(BREAKING))

/** Is told of steps that a newer version has taken, when there are any. */
export type OnNewer = (steps: readonly string[]) => void

/**
 * Brings the schema up to date, all steps or none. Steps of a newer version are let be, so that servers of both can share a database
 * while one replaces the other; but when one of those is breaking, `StoreUnusable` is thrown.
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

/** Stands for a step that was taken elsewhere. */
const TAKEN: Migration = { up: async () => {} }

async function failureOf(db: AnySchema, migrations: Record<string, Migration>): Promise<unknown> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  return error
}

const hasUnknownSteps = (error: unknown) => error instanceof Error && error.message.startsWith('corrupted migrations')

/** The names of the steps that a database has taken, which may be of any version, or empty. */
export async function appliedSteps(db: AnySchema): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const tooNew = (cause: unknown) =>
  new StoreUnusable('newer', 'The database was made by a newer version of shortlink', { cause })
