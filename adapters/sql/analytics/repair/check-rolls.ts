import type { Instant } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/adapter'
import type { DamagedSums } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import { idsOf } from '../expressions/days-of-ids.ts'
import { MAX_VALUES, WITH_ALL_VALUES } from '../expressions/roll-dimensions.ts'
import {
  type DayKey,
  knownOf,
  type RolledDay,
  readRolledDay,
  readValues,
  type StoredValues,
  tablesOf,
} from '../rolled-day/rolled-day.ts'
import { areEqual, RolledSums } from '../rolled-day/rolled-sums.ts'
import { sumVisits } from '../rolled-day/sum-visits.ts'
import { countsOfDay, summedLinks } from '../rolled-day/summed-links.ts'

const DAYS_PER_PAGE = 200

/** A day with wrong rollups. */
export interface DamagedDay extends DamagedSums {
  readonly key: DayKey
}

/** Compares the rollups of all days with the visits, or with the counts if not all visits are retained. */
export async function* damagedDays(db: Pick<Database, 'read'>, keptFrom: Instant | null): AsyncGenerator<DamagedDay> {
  for (const isOfLinks of [true, false]) {
    let after: DayKey | undefined = { of: isOfLinks ? 0 : '', day: -1 }
    while (after !== undefined) {
      const days: readonly NamedDay[] = await rolledDays(db.read, after)
      for (const { slug, ...key } of days) {
        const what = await damageOf(db, key, keptFrom)
        if (what !== undefined) yield { key, slug, day: key.day * DAY_MS, what }
      }
      after = days.at(-1)
    }
  }
}

type NamedDay = DayKey & { readonly slug: string | null }

async function rolledDays(db: Kysely<Schema>, { of, day }: DayKey): Promise<readonly NamedDay[]> {
  const { rows } = await (typeof of === 'number'
    ? sql<NamedDay>`
        select link_no as of, day, slug from rolled_days join links on links.no = link_no
        where (link_no, day) > (${of}, ${day}) order by link_no, day limit ${sql.lit(DAYS_PER_PAGE)}`
    : sql<NamedDay>`
        select owner as of, day, null as slug from owner_rolled_days
        where (owner, day) > (${of}, ${day}) order by owner, day limit ${sql.lit(DAYS_PER_PAGE)}`
  ).execute(db)
  return rows.map(({ of, day, slug }) => ({ of, day, slug }))
}

/** The damage of the day; checks again if it changed meanwhile, as by a running server. */
async function damageOf(
  db: Pick<Database, 'read'>,
  key: DayKey,
  keptFrom: Instant | null,
): Promise<string | undefined> {
  for (;;) {
    const rolled = await readRolledDay(db.read, key)
    if (rolled === undefined || rolled.through === 0n || (await isLate(db.read, key))) return undefined
    const isKept = key.day * DAY_MS >= (keptFrom ?? 0)
    const stored = await readValues(db.read, key, { all: true })
    const damage =
      (isKept ? await differsFromVisits(db, key, rolled, stored) : differsInItself(key, rolled, stored)) ??
      (await differsFromCounts(db.read, key, rolled, isKept))
    const later = await readRolledDay(db.read, key)
    if (damage === undefined || later?.version === rolled.version) return damage
  }
}

const whose = ({ of }: DayKey) => (typeof of === 'number' ? 'its sums' : `the sums of account ${of}`)

/** Days with late visits differ until they are recomputed, which is soon. */
async function isLate(db: Kysely<Schema>, { of, day }: DayKey): Promise<boolean> {
  const isOf = typeof of === 'number' ? sql`late_days.link_no = ${of}` : sql`links.owner = ${of}`
  const { rows } = await sql`
    select 1 from late_days join links on links.no = late_days.link_no where day = ${day} and ${isOf} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

async function differsFromCounts(
  db: Kysely<Schema>,
  key: DayKey,
  rolled: RolledDay,
  isKept: boolean,
): Promise<string | undefined> {
  const counts = await countsOfDay(db, key, rolled)
  if (counts === undefined) return undefined
  const missing = counts.hits - counts.later - rolled.hits
  // For visits that came after a purge, a link has only counts.
  const isUnknown = !isKept && typeof key.of === 'number' && missing > 0
  if (missing !== 0)
    return isUnknown ? undefined : `${whose(key)} and later visits differ from its counts by ${missing}`
  const isOfTheSame = !isKept && counts.later === 0
  return isOfTheSame && !areEqual(counts, rolled)
    ? `${whose(key)} have other bots or visitors than its counts`
    : undefined
}

async function differsFromVisits(
  db: Pick<Database, 'read'>,
  key: DayKey,
  rolled: RolledDay,
  stored: StoredValues,
): Promise<string | undefined> {
  const links = await summedLinks(db.read, key)
  let sums = new RolledSums(knownOf(stored))
  for await (const _ of sumVisits(db, links, key.day, idsOf(key.day, rolled.through), sums));
  if (!areEqual(sums.total, rolled)) {
    sums = new RolledSums(knownOf(stored))
    for await (const _ of sumVisits(db, links, key.day, { after: -1n, through: rolled.through }, sums));
  }
  if (!areEqual(sums.total, rolled))
    return `${whose(key)} have ${rolled.hits} visits, but the hits have ${sums.total.hits}`
  return [...sums.dimensions].some(([dimension, values]) => areDamaged(key, dimension, values, stored)) ||
    hasStray(sums, stored)
    ? `${whose(key)} by value differ from its visits`
    : undefined
}

function areDamaged(
  key: DayKey,
  dimension: number,
  values: ReadonlyMap<string, { hits: number; bots: number; visitors: number }>,
  stored: StoredValues,
): boolean {
  if (tablesOf(key).without.includes(dimension)) return false
  const own = stored.get(dimension)
  const isFull = !WITH_ALL_VALUES.has(dimension) && (own?.size ?? 0) >= MAX_VALUES
  return [...values].some(([value, sums]) => {
    const known = own?.get(value)
    return known === undefined ? !isFull : !areEqual(known, sums)
  })
}

/** Whether a value has visits in the rollups, but none in fact. */
const hasStray = (sums: RolledSums, stored: StoredValues) =>
  [...stored].some(([dimension, values]) =>
    [...values].some(([value, { hits }]) => hits !== 0 && !sums.of(dimension).has(value)),
  )

/** Purged visits: no dimension may have more visits than the day. */
function differsInItself(key: DayKey, rolled: RolledDay, stored: StoredValues): string | undefined {
  const isTooMuch = [...stored.values()].some(
    (values) => [...values.values()].reduce((sum, { hits }) => sum + hits, 0) > rolled.hits,
  )
  return isTooMuch ? `${whose(key)} by value are more than all together` : undefined
}
