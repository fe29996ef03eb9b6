import { useWords } from '../../ui/words.tsx'
import type { Dimension } from '../visits-filter.ts'

/** The sentence of the rule at a zero-based position; undefined for a rule that is gone. */
export type RuleName = (rule: number) => string | undefined

/** Returns the text of a breakdown's value in the user's language; values without a name in Intl keep the server's label. */
export function useLabel(
  ruleName: RuleName = () => undefined,
): (by: Dimension, value: string | null, label: string) => string {
  const { words, format } = useWords()
  return (by, value, label) => {
    if (by === 'RULE') {
      if (value === null || value === 'none') return words.visits.ownTarget
      return ruleName(Number(value)) ?? words.visits.rule(Number(value) + 1)
    }
    if (value === null && by === 'REFERRER') return words.visits.direct
    if (value === null && by === 'REF') return words.visits.noRef
    if (value === null) return by.startsWith('UTM_') ? words.visits.noCampaign : words.visits.unknown
    switch (by) {
      case 'COUNTRY':
        return format.country(value)
      case 'REGION':
      case 'CITY':
        return placeIn(value, format.country)
      case 'LANGUAGE':
        return format.language(value)
      case 'WEEKDAY':
        return format.weekday(Number(value))
      case 'HOUR_OF_WEEK':
        return `${format.weekday(Math.floor(Number(value) / 24) + 1)}, ${format.time(new Date(2024, 0, 1, Number(value) % 24))}`
      case 'DEVICE':
        return words.visits.devices[value] ?? label
      default:
        return label
    }
  }
}

/** "US/New York" as "New York, United States". */
function placeIn(value: string, country: (code: string) => string): string {
  const at = value.indexOf('/')
  return at < 0 ? value : `${value.slice(at + 1)}, ${country(value.slice(0, at))}`
}
