import { type Kysely, sql } from 'kysely'
import { type MonthRange, monthsOfName } from './months.ts'

// biome-ignore lint/suspicious/noExplicitAny: the schema may be of any version
export type AnySchema = Kysely<any>

/** Comment of a partition that retention removes. A table without it stays, such as one that an administrator detached to archive it. */
export const REMOVED = 'removed by the retention of shortlink'

/** A table with the visits of some months. */
export interface HitPartition extends MonthRange {
  readonly name: string
  /** Whether queries of `hits` read it, its removal has begun, or it is a separate table. */
  readonly state: 'attached' | 'detaching' | 'detached'
  /** Whether retention removes it. */
  readonly isRemoved: boolean
}

/** The partitions of `hits`, and the tables that were ones. */
export async function hitPartitions(db: AnySchema): Promise<readonly HitPartition[]> {
  const { rows } = await sql<Pick<HitPartition, 'name' | 'state' | 'isRemoved'>>`
    select one.relname as name,
      case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state,
      coalesce(obj_description(one.oid, 'pg_class') = ${REMOVED}, false) as "isRemoved"
    from pg_class as hits
    join pg_class as one on one.relnamespace = hits.relnamespace and one.relkind = 'r' and starts_with(one.relname, 'hits_')
    left join pg_inherits on inhrelid = one.oid and inhparent = hits.oid
    where hits.oid = to_regclass('hits') order by one.relname`.execute(db)
  return rows.flatMap((row) => {
    const months = monthsOfName(row.name)
    return months === undefined ? [] : [{ ...row, ...months }]
  })
}
