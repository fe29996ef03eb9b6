import { COUNTRIES, RULE_EXAMPLES } from '@shortlink/core'
import { Check } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { ConditionType } from '../conditions.ts'
import { SYSTEM_NAMES } from '../sentence.ts'
import { alternativesOf } from '../values.ts'
import { ValueList } from './value-list.tsx'

/** Values with few choices. */
export const CHOICES = {
  device: ['desktop', 'mobile', 'tablet', 'bot', 'other'],
  os: Object.keys(SYSTEM_NAMES),
  continent: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'],
} as const satisfies Partial<Record<ConditionType, readonly string[]>>

/** Common values; others may be typed, too. */
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung']
const LANGUAGES = 'ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt pt-BR ro ru sv th tr uk vi zh'.split(' ')

type ChoiceType = keyof typeof CHOICES

interface ControlProps<Type extends ConditionType> {
  readonly type: Type
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Whether a value contains only the choices of its type. */
export const areChoices = (type: ChoiceType, value: string) =>
  alternativesOf(value).every((one) => CHOICES[type].some((choice) => choice.toLowerCase() === one.toLowerCase()))

/** One checkbox for each value of a type with few values. */
export function Choices({ type, value, onChange }: ControlProps<ChoiceType>) {
  const { words } = useWords()
  const names = { device: words.visits.devices, os: SYSTEM_NAMES, continent: words.rules.continents }[type]
  const chosen = new Set(alternativesOf(value).map((one) => one.toLowerCase()))
  const isChosen = (choice: string) => chosen.has(choice.toLowerCase())
  return (
    <fieldset>
      <legend>{words.rules.anyOf}</legend>
      <div class="cluster">
        {CHOICES[type].map((choice) => (
          <Check
            key={choice}
            label={names[choice] ?? choice}
            checked={isChosen(choice)}
            onChange={(isOn) =>
              onChange(CHOICES[type].filter((one) => (one === choice ? isOn : isChosen(one))).join(','))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

type ListedType = 'country' | 'browser' | 'language' | 'region' | 'city' | 'referrer' | 'ip'

/** A list of typed values, with suggestions if there are any. */
export function Listed({ type, ...props }: ControlProps<ListedType>) {
  const { words, format } = useWords()
  const names: Partial<Record<ListedType, () => (readonly [string, string])[]>> = {
    country: () => countryNames(format.country),
    browser: () => BROWSERS.map((name) => [name.toLowerCase(), name]),
    language: () => LANGUAGES.map((tag) => [tag, format.language(tag)]),
  }
  return (
    <ValueList
      {...props}
      label={words.rules.anyOf}
      hint={words.rules.hints[type]}
      placeholder={RULE_EXAMPLES[type].split(',')[0]}
      names={names[type]?.() ?? []}
    />
  )
}

/** All countries with their names, by name. */
export const countryNames = (nameOf: (code: string) => string) =>
  [...COUNTRIES].map((code) => [code, nameOf(code)] as const).sort(([, one], [, other]) => one.localeCompare(other))
