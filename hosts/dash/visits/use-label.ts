import { useWords } from '../ui/words.tsx'
import type { Dimension } from './visits-filter.ts'

/** Returns the text of a breakdown's value in the user's language; values without a name in Intl keep the server's label. */
export function useLabel(): (by: Dimension, value: string | null, label: string) => string {
  const { words, format } = useWords()
  return (by, value, label) => {
    if (by === 'RULE')
      return value === null || value === 'none' ? words.visits.ownTarget : words.visits.rule(Number(value) + 1)
    if (value === null && by === 'REFERRER') return words.visits.direct
    if (value === null && by === 'REF') return words.visits.noRef
    if (value === null) return by.startsWith('UTM_') ? words.visits.noCampaign : words.visits.unknown
    switch (by) {
      case 'COUNTRY':
        return format.country(value)
      case 'LANGUAGE':
        return format.language(value)
      case 'WEEKDAY':
        return format.weekday(Number(value))
      case 'DEVICE':
        return words.visits.devices[value] ?? label
      default:
        return label
    }
  }
}
