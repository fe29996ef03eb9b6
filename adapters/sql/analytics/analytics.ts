import { DAY_MS, StatementTooLong } from '@shortlink/core/adapter'
import type { Analytics, LinkSelection, SumQuestions, SumRow } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { MAX_CALL_MS } from '../kit/read-limits.ts'
import { inOneState } from '../kit/transaction.ts'
import { readKeptFrom } from '../rows/kept-from.ts'
import type { Database } from '../schema.ts'
import { visitCondition } from './expressions/conditions.ts'
import { clip, type Days, daysOf } from './expressions/days.ts'
import { facts } from './expressions/facts.ts'
import type { SumsDialect } from './expressions/sums-dialect.ts'
import { accountDays } from './query/account-days.ts'
import { type Differing, markDiffering } from './query/mark-differing.ts'
import { rowsOf } from './query/most-visited.ts'
import type { Plan } from './query/plan.ts'
import { proven } from './query/proof.ts'
import type { Asked } from './query/questions.ts'
import { Reader } from './query/reader.ts'
import { sinceFirstVisit } from './query/since-first-visit.ts'
import { widened } from './query/widened.ts'

/** The result of a set of queries. */
export interface AnsweredSums {
  /** The rows of each query; undefined if too many visits would have to be read. */
  readonly answers: readonly (readonly SumRow[])[] | undefined
  readonly differing: Differing
}

/** Runs queries on one state of the database, without writing. */
export type AnswerSums = (questions: SumQuestions) => Promise<AnsweredSums>

/**
 * {@link AnswerSums} by the statements of the connection.
 * @param callMs how long the statements of a call may begin
 */
export function sumsAnswerer(db: Pick<Database, 'read'>, dialect: SumsDialect, callMs = MAX_CALL_MS): AnswerSums {
  const known = facts(dialect)
  const { byCodePoint, hitsById } = dialect
  return async ({ links, where, offsets, questions }) => {
    const conditions = where.map((condition) => visitCondition(condition, known, offsets))
    const asked: Asked = { questions, offsets, where: conditions, facts: known, byCodePoint, hitsById }
    const differing: Differing = { links: [], account: [] }
    try {
      return await inOneState(db, async (state) => ({
        answers: await answer(await Reader.of(state, links, callMs), links, asked, differing),
        differing,
      }))
    } catch (error) {
      if (error instanceof StatementTooLong) return { answers: undefined, differing }
      throw error
    }
  }
}

/**
 * {@link Analytics} over either database.
 * @param answerSums by default runs the statements one by one on the connection of the database
 */
export const sqlAnalytics = (
  db: Database,
  dialect: SumsDialect,
  answerSums: AnswerSums = sumsAnswerer(db, dialect),
): Analytics => ({ sums: (questions) => new ResultAsync(answerAndMark(db, answerSums, questions)) })

type Answers = Result<readonly (readonly SumRow[])[], { type: 'too-many-visits' }>

/** Marks days with differing rollups after the query, which has read the missing visits itself. */
async function answerAndMark(db: Database, answerSums: AnswerSums, questions: SumQuestions): Promise<Answers> {
  const { answers, differing } = await answerSums(questions)
  // The next question finds them again.
  await markDiffering(db, differing).catch(() => {})
  return answers === undefined ? err({ type: 'too-many-visits' }) : ok(answers)
}

/** The rows of each query; undefined if too many visits would have to be read. */
async function answer(
  reader: Reader,
  links: LinkSelection,
  asked: Asked,
  differing: Differing,
): Promise<SumRow[][] | undefined> {
  const isNarrowed = asked.where.length > 0
  const begun = await beginPlan(reader, links, asked, differing)
  const narrow = await sinceFirstVisit(reader, asked.questions, begun)
  const wide = await widened(reader, narrow, begun)
  const first = await proven(reader, wide, isNarrowed, begun)
  differing.links.push(...first.differing)
  // With differing rollups it is not known whether wider queries have the same result.
  const [questions, { plan, isTooLarge }] =
    first.differing.length === 0 ? [wide, first] : [narrow, await proven(reader, narrow, isNarrowed, begun)]
  if (isTooLarge) return undefined
  const answers: SumRow[][] = []
  for (const question of questions) answers.push(await rowsOf(reader, question, asked, plan))
  return answers
}

async function beginPlan(
  reader: Reader,
  links: LinkSelection,
  { questions, where, hitsById }: Asked,
  differing: Differing,
): Promise<Plan> {
  const keptFrom = ((await readKeptFrom(reader.db)) ?? 0) / DAY_MS
  const days = questions.flatMap(({ range }) => clip(range) ?? []).map(daysOf)
  const span: Days = {
    from: Math.min(...days.map(({ from }) => from)),
    to: Math.max(...days.map(({ to }) => to)),
  }
  const plan: Plan = { keptFrom, account: undefined, broken: [], astray: [], hitsById, scanned: [] }
  if (where.length > 0 || days.length === 0) return plan
  const found = await accountDays(reader, links, span, plan)
  if (found.differing.length > 0) {
    // The mark of any link is one of its account.
    const [any] = await reader.rows<{ no: number }>(sql`select min(no) as no from links where owner = ${links.owner}`)
    differing.account.push(...found.differing.map((day) => ({ no: any?.no ?? 0, day })))
  }
  return { ...plan, account: found.account, scanned: found.scanned }
}
