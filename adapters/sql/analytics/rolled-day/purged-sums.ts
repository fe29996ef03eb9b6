import { setImmediate } from 'node:timers/promises'
import { FACT_DIMENSIONS, inSlices, type Steps } from '@shortlink/core/adapter'
import type { Sums } from '@shortlink/core/ports'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { ROLL_DIMENSIONS, UNKNOWN_QUARTER } from '../expressions/roll-dimensions.ts'
import { givenRows } from './rolled-day.ts'
import { minus, NO_SUMS, plus, type RolledSums } from './rolled-sums.ts'

const { LINK, COUNTRY, DEVICE, QUARTER } = ROLL_DIMENSIONS
/** Dimensions that counts by day do not have. */
const UNCOUNTED = FACT_DIMENSIONS.map((name) => ROLL_DIMENSIONS[name]).filter(
  (dimension) => dimension !== LINK && dimension !== COUNTRY && dimension !== DEVICE,
)

type ValueSums = Sums & { readonly dimension: number; readonly value: string }

/** Adds the known facts of a day without its visits: the counts, the rollups of the links that have some, and the rest as unknown. */
export async function addPurgedSums(
  read: Kysely<Schema>,
  numbers: readonly number[],
  day: number,
  sums: RolledSums,
): Promise<void> {
  const links = sql`select cast(value ->> 0 as integer) as no from ${givenRows(numbers.map((no) => [no]))}`
  let total = NO_SUMS
  for (const { dimension, value, ...own } of await countedSums(read, links, day)) {
    sums.add(dimension, value, own)
    // Every link is in the list once.
    if (dimension === LINK) total = plus(total, own)
  }
  sums.total = plus(sums.total, total)
  await inSlices(addAll(await rolledValues(read, links, day), sums), setImmediate)
  const unknown = minus(total, await rolledTotal(read, links, day))
  if (unknown.hits === 0) return
  for (const dimension of UNCOUNTED) sums.add(dimension, '', unknown)
  sums.add(QUARTER, `${UNKNOWN_QUARTER}`, unknown)
}

/** Values that take the event loop about a millisecond. */
const VALUES_PER_SLICE = 500

function* addAll(values: readonly ValueSums[], sums: RolledSums): Steps<void> {
  for (const [index, { dimension, value, ...own }] of values.entries()) {
    sums.add(dimension, value, own)
    if (index % VALUES_PER_SLICE === VALUES_PER_SLICE - 1) yield
  }
}

const COUNTS = sql`cast(sum(count) as bigint) as hits,
  cast(sum(case when device = 'bot' then count else 0 end) as bigint) as bots, cast(sum(visitors) as bigint) as visitors`

async function countedSums(
  read: Kysely<Schema>,
  links: RawBuilder<unknown>,
  day: number,
): Promise<readonly ValueSums[]> {
  const { rows } = await sql<ValueSums>`
    with counted as materialized (
      select hit_days.* from (${links}) as own join hit_days on hit_days.link_no = own.no and hit_days.day = ${day}
    )
    select ${sql.lit(LINK)} as dimension, cast(link_no as text) as value, ${COUNTS} from counted group by link_no
    union all select ${sql.lit(COUNTRY)}, country, ${COUNTS} from counted group by country
    union all select ${sql.lit(DEVICE)}, device, ${COUNTS} from counted group by device`.execute(read)
  return rows
}

const SUMS = sql`cast(coalesce(sum(hits), 0) as bigint) as hits, cast(coalesce(sum(bots), 0) as bigint) as bots,
  cast(coalesce(sum(visitors), 0) as bigint) as visitors`

async function rolledValues(
  read: Kysely<Schema>,
  links: RawBuilder<unknown>,
  day: number,
): Promise<readonly ValueSums[]> {
  const dimensions = sql.join([QUARTER, ...UNCOUNTED].map((dimension) => sql.lit(dimension)))
  const { rows } = await sql<ValueSums>`
    select dimension, value, ${SUMS} from (${links}) as own
    join hit_rolls on hit_rolls.link_no = own.no and dimension in (${dimensions}) and day = ${day}
    group by dimension, value`.execute(read)
  return rows
}

async function rolledTotal(read: Kysely<Schema>, links: RawBuilder<unknown>, day: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select ${SUMS} from (${links}) as own join rolled_days on rolled_days.link_no = own.no and day = ${day}`.execute(
    read,
  )
  return rows[0] ?? NO_SUMS
}
