import type { Sums } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { MAX_ID } from '../expressions/days-of-ids.ts'
import { ROLL_DIMENSIONS, WITH_ALL_VALUES } from '../expressions/roll-dimensions.ts'

/** The tables of rollups by link, or by account. */
interface RollTables {
  readonly days: 'rolled_days' | 'owner_rolled_days'
  readonly values: 'hit_rolls' | 'owner_rolls'
  readonly key: 'link_no' | 'owner'
  /** Dimensions that other tables have. */
  readonly without: readonly number[]
}

const LINK_ROLLS: RollTables = {
  days: 'rolled_days',
  values: 'hit_rolls',
  key: 'link_no',
  without: [ROLL_DIMENSIONS.LINK, ROLL_DIMENSIONS.COUNTRY, ROLL_DIMENSIONS.DEVICE],
}
const OWNER_ROLLS: RollTables = { days: 'owner_rolled_days', values: 'owner_rolls', key: 'owner', without: [] }

/** A UTC day of a link, by its number, or of an account, by its id. */
export interface DayKey {
  readonly of: number | string
  readonly day: number
}

export const tablesOf = ({ of }: DayKey): RollTables => (typeof of === 'number' ? LINK_ROLLS : OWNER_ROLLS)

/** The stored state of a day without the rollups by value. */
export interface RolledDay extends Sums {
  readonly through: bigint
  readonly madeFrom: number
  readonly version: number
}

/** Whether the rollups of an account's day are the totals of its links, since visits are purged. */
export const isMadeOfLinks = ({ through }: Pick<RolledDay, 'through'>): boolean => through === MAX_ID

export type StoredValues = ReadonlyMap<number, ReadonlyMap<string, Sums>>

export const keyOf = ({ of }: DayKey) =>
  typeof of === 'number' ? sql`cast(${of} as integer)` : sql`cast(${of} as text)`

export const isDay = (key: DayKey) => sql<boolean>`${sql.ref(tablesOf(key).key)} = ${keyOf(key)} and day = ${key.day}`

const ALL: readonly number[] = Object.values(ROLL_DIMENSIONS)
/** Dimensions that store only some values of a day; other values are not added. */
const WITH_SOME_VALUES = ALL.filter((dimension) => !WITH_ALL_VALUES.has(dimension))

/** Dimensions that the tables of this day store with some values only. */
export const partialDimensions = (key: DayKey) =>
  WITH_SOME_VALUES.filter((dimension) => !tablesOf(key).without.includes(dimension))

/** A statement finds the rows of a day by all columns of the key. */
export const isValueOfDay = (key: DayKey, dimensions = ALL) =>
  sql<boolean>`${isDay(key)} and dimension in (${sql.join(dimensions.map((number) => sql.lit(number)))})`

export async function readRolledDay(db: Kysely<Schema>, key: DayKey): Promise<RolledDay | undefined> {
  const { rows } = await sql<Omit<RolledDay, 'through'> & { through: string }>`
    select cast(through as text) as through, made_from as "madeFrom", version, hits, bots, visitors
    from ${sql.table(tablesOf(key).days)} where ${isDay(key)}`.execute(db)
  return rows[0] && { ...rows[0], through: BigInt(rows[0].through) }
}

/** The values of a day; dimensions with all values only with `all`. */
export async function readValues(db: Kysely<Schema>, key: DayKey, { all = false } = {}): Promise<StoredValues> {
  const { rows } = await sql<Sums & { dimension: number; value: string }>`
    select dimension, value, hits, bots, visitors from ${sql.table(tablesOf(key).values)} where ${isValueOfDay(key, all ? ALL : WITH_SOME_VALUES)}`.execute(
    db,
  )
  const values = new Map<number, Map<string, Sums>>()
  for (const { dimension, value, hits, bots, visitors } of rows) {
    const own = values.get(dimension) ?? new Map<string, Sums>()
    if (own.size === 0) values.set(dimension, own)
    own.set(value, { hits, bots, visitors })
  }
  return values
}

export const knownOf = (stored: StoredValues): ReadonlyMap<number, ReadonlySet<string>> =>
  new Map([...stored].map(([dimension, values]) => [dimension, new Set(values.keys())]))

/** The rows as a table of one parameter, for statements of the same text with any number of them. Both databases have `json_each` for objects. */
export const givenRows = (rows: readonly (readonly unknown[])[]) => sql`json_each(${JSON.stringify({ ...rows })})`
