import type { Instant } from '@shortlink/core'
import { anonymizeIp, DAY_MS, firstHitIdAt } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import { sqlInstance } from '../instance.ts'
import { type Erasing, finished } from '../kit/erasing.ts'
import type { Database } from '../schema.ts'

/** Name of the instance value that holds the UTC day of the pass over the visits, and the last id that it reached. */
const PROGRESS = 'addresses cut'
/** Visits read in a step. */
const READ_PER_STEP = 2_000
/** Number of IP addresses to write per step. */
const WRITES_PER_STEP = 500
/** Saving each step would be most of the work of a pass that writes nothing. After a stop, this much is repeated. */
const SAVE_MS = 60_000

/**
 * Anonymizes the IP addresses of visits before the instant, in id order. Each UTC day a new pass starts, for visits that were stored long
 * after they happened; it reads all visits and writes few. Later calls of that day, even after a restart, continue where the last one
 * ended.
 */
export async function* cutAddresses(
  db: Database,
  erasing: Erasing,
  before: Instant,
  now: () => Instant,
): AsyncGenerator<number, void> {
  const day = Math.floor(before / DAY_MS)
  const end = firstHitIdAt(before)
  const began = await reached(db, day)
  const save = (id: bigint) => sqlInstance(db).replace(PROGRESS, `${day} ${id}`)
  let [after, savedAt] = [began, now()]
  for (let last = await lastOfStep(db, after, end); last !== undefined; last = await lastOfStep(db, after, end)) {
    const hits = await wholeAddresses(db, { after, last, before })
    for (let from = 0; from < hits.length; from += WRITES_PER_STEP) {
      yield await cut(erasing, hits.slice(from, from + WRITES_PER_STEP))
    }
    after = last
    if (now() - savedAt >= SAVE_MS) {
      await save(after)
      savedAt = now()
    }
    yield 0
  }
  if (after !== began) await save(after)
  yield* finished(erasing)
}

/** The last id that the pass of the day reached. */
async function reached(db: Database, day: number): Promise<bigint> {
  const [ofDay, id = '-1'] = ((await sqlInstance(db).find(PROGRESS)) ?? '').split(' ')
  return ofDay === `${day}` ? BigInt(id) : -1n
}

/** The id of the last visit of a step; undefined when there is none. */
async function lastOfStep({ read }: Database, after: bigint, end: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select cast(max(id) as text) as last from (
      select id from hits where id > ${after} and id < ${end} order by id limit ${sql.lit(READ_PER_STEP)}) as step`.execute(
    read,
  )
  const last = rows[0]?.last ?? null
  return last === null ? undefined : BigInt(last)
}

interface Step {
  readonly after: bigint
  readonly last: bigint
  readonly before: Instant
}

interface Addressed {
  readonly id: string
  readonly ip: string
}

/** Whether an address is a network in the form of {@link anonymizeIp}: /24 of IPv4, or at most three groups of IPv6. */
export const isNetwork = sql`(ip like '%.0' or (ip like '%::' and ip not like '%:%:%:%:%:%'))`

async function wholeAddresses({ read }: Database, { after, last, before }: Step): Promise<readonly Addressed[]> {
  const { rows } = await sql<Addressed>`
    select cast(id as text) as id, ip from hits
    where id > ${after} and id <= ${last} and at < ${before} and not ${isNetwork}`.execute(read)
  return rows
}

async function cut({ overwriting, elements }: Erasing, hits: readonly Addressed[]): Promise<number> {
  const networks = JSON.stringify(hits.map(({ id, ip }) => ({ id, ip: anonymizeIp(ip) })))
  return overwriting(async (db) => {
    const { numAffectedRows = 0n } = await sql`
      update hits set ip = network.value ->> 'ip' from ${elements(networks)} as network
      where hits.id = cast(network.value ->> 'id' as bigint)`.execute(db)
    return Number(numAffectedRows)
  })
}
