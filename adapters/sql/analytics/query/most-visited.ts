import { countedSums } from '@shortlink/core/adapter'
import type { FactQuestion, SumQuestion, SumRow } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { Plan } from './plan.ts'
import { type Asked, answered } from './questions.ts'
import type { Reader } from './reader.ts'

/** On fewer days, adding up the rollups of all visited links is as fast as looking up a few. */
const MIN_DAYS = 60
/** Number of links to check per requested row. */
const LINKS_PER_ROW = 3

/**
 * The rows of a query. Over a long time, the most visited links are searched among those with the most visits ever: no other link has had
 * more in a part of the time. If that does not decide it, the rollups of all links are read.
 */
export async function rowsOf(reader: Reader, question: SumQuestion, asked: Asked, plan: Plan): Promise<SumRow[]> {
  const ask = async (by: Plan) => {
    const query = answered(question, asked, by)
    return query === undefined ? [] : reader.rows<SumRow>(query)
  }
  if (!isOfManyDays(question, asked, plan)) return ask(plan)
  const { links, othersAtMost } = await mostVisited(reader, question.take * LINKS_PER_ROW)
  const rows = await ask({ ...plan, account: plan.account && { ...plan.account, links } })
  const last = rows[question.take - 1]
  const isDecided = othersAtMost === 0 || (last !== undefined && countedSums(last, question.bots).hits > othersAtMost)
  return isDecided ? rows : ask(plan)
}

function isOfManyDays(question: SumQuestion, { where }: Asked, { account }: Plan): question is FactQuestion {
  const days = account?.days.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
  return question.by === 'LINK' && where.length === 0 && days >= MIN_DAYS
}

/** Links in the order of their total visits, and the most that any other link has had. */
async function mostVisited(reader: Reader, count: number) {
  const rows = await reader.rows<{ no: number; hits: number }>(sql`
    select no, coalesce(hits, 0) as hits from selected left join link_hits on link_hits.link_no = selected.no
    order by 2 desc limit ${sql.lit(count + 1)}`)
  return { links: rows.slice(0, count).map(({ no }) => no), othersAtMost: rows[count]?.hits ?? 0 }
}
