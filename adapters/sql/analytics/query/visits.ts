import { type RawBuilder, sql } from 'kysely'
import type { Fact } from '../expressions/facts.ts'
import { type SumsQuery, TOTALS, total } from '../expressions/sums.ts'
import type { Spans } from './spans.ts'

type Conditions = readonly RawBuilder<boolean>[]

/** Sums of visits by an expression over `hits`. */
const visitSums = (spans: Spans, key: RawBuilder<unknown>, where: Conditions) => sql`
  select ${key} as fact_key, count(*) as hits, ${total(sql`case when agent.device = 'bot' then 1 else 0 end`)} as bots,
    ${total(sql`coalesce(hits.fresh, 0)`)} as visitors
  from ${spans.from} left join hit_agents as agent on agent.no = hits.agent_no
  where ${sql.join([spans.isWithin, ...where], sql` and `)}
  group by fact_key`

/** Sums of visits by a time, which is `at`. */
export const visitsByTime = (spans: Spans, time: RawBuilder<number>, where: Conditions = []) => sql`
  select fact_key as at, hits, bots, visitors from (${visitSums(spans, time, where)}) as by_time`

/** Sums of visits by a fact. */
export const visitsByFact = (spans: Spans, { key, table, value }: Fact, where: Conditions = []): SumsQuery => sql`
  select 0 as at, nullif(${value}, '') as value, ${TOTALS} from (${visitSums(spans, key, where)}) as by_key
  ${table === null ? sql`` : sql`left join ${sql.table(table)} on no = fact_key`}
  group by 2`
