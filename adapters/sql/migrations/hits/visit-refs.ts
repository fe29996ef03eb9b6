import { sql } from 'kysely'
import { ROLL_DIMENSIONS } from '../../analytics/expressions/roll-dimensions.ts'
import { statements } from '../migration.ts'

const REF = sql.lit(ROLL_DIMENSIONS.REF)

/**
 * The value of a visit's reference parameter. Visits of days that are summed already have none, so the rollups of these days get the empty value.
 * A day that a replica of the version before sums up afterwards lacks the dimension until `doctor --repair`.
 */
export const visitRefs = () =>
  statements(
    sql`alter table hits add column ref text`,
    sql`insert into hit_rolls (link_no, dimension, day, value, hits, bots, visitors)
      select link_no, ${REF}, day, '', hits, bots, visitors from rolled_days where hits > 0`,
    sql`insert into owner_rolls (owner, dimension, day, value, hits, bots, visitors)
      select owner, ${REF}, day, '', hits, bots, visitors from owner_rolled_days where hits > 0`,
  )
