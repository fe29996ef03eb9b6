import type { Format } from '../ui/text/format.ts'
import type { Messages } from '../words/messages.ts'
import { type Condition, type ConditionType, type EditedRule, edited, type StoredRule } from './conditions.ts'
import { alternativesOf, comparisonOf, daysOf, runsOf, timesOf } from './values.ts'

interface Language {
  readonly words: Messages
  readonly format: Format
}

/** A rule as a sentence, such as "If the country is Germany or Austria". */
export function ruleInWords(
  { conditions, isNegated }: Pick<EditedRule, 'conditions' | 'isNegated'>,
  language: Language,
) {
  const all = language.format.list(conditions.map((condition) => sentenceOf(condition, language)))
  return isNegated ? language.words.rules.ifNotAll(all) : language.words.rules.ifThen(all)
}

/** A stored rule as a sentence. */
export const storedRuleInWords = (rule: StoredRule, language: Language) => ruleInWords(edited(rule, ''), language)

/** A condition as a phrase, such as "the country is Germany or Austria". */
export function sentenceOf({ type, isNegated, value }: Condition, language: Language): string {
  const { words } = language
  const values = valuesIn(type, value, language) || '…'
  const sentence = words.rules.sentences[type as ConditionType]
  return sentence ? sentence(values, isNegated) : `${type} ${isNegated ? '≠' : '='} ${values}`
}

/** The alternatives of a value in words: "Germany or Austria". */
function valuesIn(type: string, value: string, language: Language): string {
  const { words, format } = language
  const either = (parts: readonly string[]) => format.list(parts, 'disjunction')
  const times = type === 'time' ? timesOf(value) : undefined
  if (times) {
    const spans = times.spans.map(({ from, to }) => words.rules.span(from || '…', to === '00:00' ? '24:00' : to || '…'))
    return words.rules.inZone(either(spans), times.zone || '…')
  }
  const days = type === 'weekday' ? daysOf(value) : undefined
  if (days) {
    const name = (day: number) => format.weekday(day + 1)
    const runs = runsOf(days.days).map(([first, last]) =>
      last - first > 1
        ? [words.rules.span(name(first), name(last))]
        : first === last
          ? [name(first)]
          : [name(first), name(last)],
    )
    return words.rules.inZone(either(runs.flat()) || '…', days.zone || '…')
  }
  return either(alternativesOf(value).map((part) => alternativeIn(type, part, language)))
}

function alternativeIn(type: string, value: string, { words, format }: Language): string {
  const comparison = type === 'visits' ? comparisonOf(value) : undefined
  if (comparison) return words.rules.compared(comparison.sign, format.number(Number(comparison.count)))
  switch (type) {
    case 'country':
      return /^[a-z]{2}$/i.test(value) ? format.country(value.toUpperCase()) : value
    case 'continent':
      return words.rules.continents[value.toUpperCase()] ?? value
    case 'language':
      return format.language(value)
    case 'device':
      return words.visits.devices[value.toLowerCase()] ?? value
    case 'os':
      return SYSTEM_NAMES[value.toLowerCase()] ?? value
    case 'before':
    case 'after':
      return Number.isNaN(Date.parse(value)) ? value : format.dateTime(value)
    default:
      return value
  }
}

/** Operating systems by their name in rules; their makers' names are the same in every language. */
export const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
}
