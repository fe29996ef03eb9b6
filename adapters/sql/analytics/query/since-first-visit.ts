import { DAY_MS } from '@shortlink/core/adapter'
import type { SumQuestion } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { Plan } from './plan.ts'
import type { Reader } from './reader.ts'

/**
 * The same queries without the days before the first visits, which add nothing: for ranges that start before the account's rollups, these days
 * would be read by link, several times.
 */
export async function sinceFirstVisit(
  reader: Reader,
  questions: readonly SumQuestion[],
  { account }: Plan,
): Promise<readonly SumQuestion[]> {
  const [summed] = account?.days ?? []
  if (summed === undefined || questions.every(({ range }) => range.from >= summed.from * DAY_MS)) return questions
  const [row] = await reader.rows<{ first: number | null }>(sql`
    select min((select day from hit_days where link_no = selected.no order by day limit 1)) as first from selected`)
  const first = (row?.first ?? 0) * DAY_MS
  return questions.map((question) => {
    const { from, to } = question.range
    return { ...question, range: { from: Math.max(from, first), to } }
  })
}
