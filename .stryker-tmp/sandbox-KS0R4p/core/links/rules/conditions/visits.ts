import { alternatives, type ConditionParser, some } from '../condition.ts'

const COMPARISON = /^([<>])\s*(\d{1,15})$/

function parseComparison(alternative: string) {
  const [match, sign, count] = COMPARISON.exec(alternative) ?? []
  return match === undefined ? undefined : { more: sign === '>', count: Number(count) }
}

export const visits: ConditionParser = (value) =>
  alternatives(value, 'a comparison with a number, such as >1000 or <100', parseComparison).map((wanted) =>
    some(wanted, ({ visits }, { more, count }) => (more ? visits > count : visits < count)),
  )
