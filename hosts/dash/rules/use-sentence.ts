import { useWords } from '../ui/words.tsx'
import type { Condition, ConditionType } from './conditions.ts'

/** Returns a condition in words, such as "the country is Germany or Austria". */
export function useSentence(): (condition: Condition) => string {
  const { words, format } = useWords()
  const name = (type: string, value: string): string => {
    if (type === 'country' && /^[A-Za-z]{2}$/.test(value)) return format.country(value.toUpperCase())
    if (type === 'continent') return words.rules.continents[value.toUpperCase()] ?? value
    if (type === 'language') return format.language(value)
    if (type === 'device') return words.visits.devices[value.toLowerCase()] ?? value
    if ((type === 'before' || type === 'after') && !Number.isNaN(Date.parse(value))) return format.dateTime(value)
    return value
  }
  return ({ type, isNegated, value }) => {
    const parts = value.split(',').map((part) => name(type, part.trim()))
    const listed = format.list(parts.filter(Boolean), 'disjunction') || '…'
    const sentence = words.rules.sentences[type as ConditionType]
    return sentence ? sentence(listed, isNegated) : `${type} ${isNegated ? '≠' : '='} ${listed}`
  }
}
