import type { SumQuestion, TimeRange } from '@shortlink/core'
import { isInDaySums } from './day-sums.ts'
import { clip, common, type Days, daysOf, merged, split, without } from './days.ts'
import type { Plan } from './plan.ts'

/** Of which days a call reads visits. Sums are read of all others. */
export interface Reads {
  /** Days of links whose visits are read where their sums do not have them. */
  readonly beside: readonly Days[]
  /** Days of links of which all visits are read, also where sums have them. */
  readonly all: readonly Days[]
  /** Days of which all visits are read although sums of the account have them. */
  readonly ofAccount: readonly Days[]
}

/** What questions read, with conditions or without. */
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
