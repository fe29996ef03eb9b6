import type { SumQuestion, TimeRange } from '@shortlink/core/ports'
import { isInDaySums } from '../expressions/day-sums.ts'
import { clip, common, type Days, daysOf, merged, split, without } from '../expressions/days.ts'
import type { Plan } from './plan.ts'

/** Days with visits that a call reads. It reads rollups for all other days. */
export interface Reads {
  /** Days of links to complete with the visits that their rollups lack. */
  readonly beside: readonly Days[]
  /** Days of links to read completely by visit, even if rollups contain the visits. */
  readonly all: readonly Days[]
  /** Days to read completely by visit although rollups of the account contain the visits. */
  readonly ofAccount: readonly Days[]
}

/** The data that queries read, with conditions or without. */
export function readsOf(questions: readonly SumQuestion[], isNarrowed: boolean, plan: Plan): Reads {
  const ranges = questions.flatMap((question) => {
    const range = clip(question.range)
    return range === undefined ? [] : [{ by: question.by, isFact: 'take' in question, range }]
  })
  if (isNarrowed)
    return {
      beside: [],
      all: kept(
        ranges.map(({ range }) => daysOf(range)),
        plan,
      ),
      ofAccount: [],
    }
  const summed = plan.account?.days ?? []
  const isBeside = ({ by, isFact }: (typeof ranges)[number], range: TimeRange) => {
    const { whole, cuts } = split(range)
    return [...(isInDaySums(by) ? [] : [whole]), ...(isFact ? [] : cuts.map(daysOf))]
  }
  const beside = ranges.flatMap((one) => isBeside(one, one.range)).flatMap((days) => without(days, summed))
  const cutsOfFacts = ranges.filter(({ isFact }) => isFact).flatMap(({ range }) => split(range).cuts.map(daysOf))
  return {
    beside: kept(beside, plan),
    all: kept(
      cutsOfFacts.flatMap((days) => without(days, summed)),
      plan,
    ),
    ofAccount: kept(
      cutsOfFacts.flatMap((days) => common(days, summed)),
      plan,
    ),
  }
}

const kept = (ranges: readonly Days[], { keptFrom }: Plan): Days[] =>
  merged(ranges.map(({ from, to }) => ({ from: Math.max(from, keptFrom), to })))
