import { COUNTRIES } from '@shortlink/core'
import type { Messages } from '../words/messages.ts'
import type { ConditionType } from './conditions.ts'
import {
  alternativesOf,
  type Comparison,
  comparisonOf,
  type Days,
  daysInWords,
  daysOf,
  daysText,
  type Language,
  type Parameter,
  parametersOf,
  parametersText,
  type Times,
  timesInWords,
  timesOf,
  timesText,
} from './values.ts'

/** The fields of the simulator, in their order. */
export const VISITOR_FIELDS = [
  ...(['country', 'continent', 'region', 'city', 'device', 'os', 'browser', 'language'] as const),
  ...(['query', 'referrer', 'ip', 'at', 'visits', 'draw'] as const),
]
export type FieldName = (typeof VISITOR_FIELDS)[number]

/** The controls of values, with the form that each edits. */
export interface Edited {
  readonly choices: readonly string[]
  readonly list: string
  readonly parameters: readonly Parameter[]
  readonly moment: string
  readonly times: Times
  readonly days: Days
  readonly comparison: Comparison
  readonly percent: string
}
export type ControlName = keyof Edited

export interface TypeWith<Control extends ControlName> {
  readonly control: Control
  /** Undefined for a value that the control cannot show, which is edited as text. */
  parse(value: string): Edited[Control] | undefined
  print(edited: Edited[Control]): string
  /** The value after choosing the type. */
  initial?(timeZone: string): string
  /** The whole value in words; without it, its alternatives are joined. */
  sentence?(edited: Edited[Control], language: Language): string
  /** One alternative of the value in words. */
  inWords?(alternative: string, language: Language): string
  /** Known alternatives with their names. */
  names?(language: Language): readonly (readonly [value: string, name: string])[]
  /** The field of the simulator that the type depends on. */
  readonly visitorField: FieldName
}

export type RuleType = { [Control in ControlName]: TypeWith<Control> }[ControlName]

const same = (value: string) => value

/** A list of typed values. */
const list = (visitorField: FieldName, rest: Pick<TypeWith<'list'>, 'names' | 'inWords'> = {}): TypeWith<'list'> => ({
  control: 'list',
  parse: same,
  print: same,
  visitorField,
  ...rest,
})

/** A few values, each with a name; a value without one is its own name. */
function choices(
  values: readonly string[],
  visitorField: FieldName,
  namesIn: (words: Messages) => Readonly<Record<string, string>>,
): TypeWith<'choices'> {
  const known = (value: string) => values.find((one) => one.toLowerCase() === value.toLowerCase())
  const nameOf = (value: string, { words }: Language) => namesIn(words)[value] ?? value
  return {
    control: 'choices',
    parse(value) {
      const found = alternativesOf(value).map(known)
      return found.every((one) => one !== undefined) ? found : undefined
    },
    print: (chosen) => chosen.join(','),
    inWords: (value, language) => nameOf(known(value) ?? value, language),
    names: (language) => values.map((value) => [value, nameOf(value, language)]),
    visitorField,
  }
}

const moment: TypeWith<'moment'> = {
  control: 'moment',
  parse: (value) => (value === '' || isDate(value) ? value : undefined),
  print: same,
  inWords: (value, { format }) => (isDate(value) ? format.dateTime(value) : value),
  visitorField: 'at',
}

const isDate = (value: string) => !Number.isNaN(Date.parse(value))

/** Common values; others may be typed, too. */
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung']
const LANGUAGES = 'ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt pt-BR ro ru sv th tr uk vi zh'.split(' ')
/** Operating systems by their name in rules; their makers' names are the same in every language. */
const SYSTEMS = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
}

/** How the editor shows the values of each type of condition, and the simulator's field for it. */
export const RULE_TYPES: Readonly<Record<ConditionType, RuleType>> = {
  device: {
    ...choices(['desktop', 'mobile', 'tablet', 'bot', 'other'], 'device', ({ visits }) => visits.devices),
    initial: () => 'mobile',
  },
  os: choices(Object.keys(SYSTEMS), 'os', () => SYSTEMS),
  browser: list('browser', { names: () => BROWSERS.map((name) => [name.toLowerCase(), name]) }),
  country: list('country', {
    names: ({ format }) =>
      [...COUNTRIES]
        .map((code) => [code, format.country(code)] as const)
        .sort(([, one], [, other]) => one.localeCompare(other)),
    inWords: (code, { format }) => (/^[a-z]{2}$/i.test(code) ? format.country(code.toUpperCase()) : code),
  }),
  continent: choices(['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'], 'continent', ({ rules }) => rules.continents),
  region: list('region'),
  city: list('city'),
  language: list('language', {
    names: ({ format }) => LANGUAGES.map((tag) => [tag, format.language(tag)]),
    inWords: (tag, { format }) => format.language(tag),
  }),
  query: { control: 'parameters', parse: parametersOf, print: parametersText, visitorField: 'query' },
  referrer: list('referrer'),
  ip: list('ip'),
  before: moment,
  after: moment,
  time: {
    control: 'times',
    parse: timesOf,
    print: timesText,
    initial: (timeZone) => `09:00-17:00@${timeZone}`,
    sentence: timesInWords,
    visitorField: 'at',
  },
  weekday: {
    control: 'days',
    parse: daysOf,
    print: daysText,
    initial: (timeZone) => `mon-fri@${timeZone}`,
    sentence: daysInWords,
    visitorField: 'at',
  },
  visits: {
    control: 'comparison',
    parse: comparisonOf,
    print: ({ sign, count }) => `${sign}${count}`,
    initial: () => '>100',
    inWords(value, { words, format }) {
      const comparison = comparisonOf(value)
      return comparison ? words.rules.compared(comparison.sign, format.number(Number(comparison.count))) : value
    },
    visitorField: 'visits',
  },
  percent: { control: 'percent', parse: same, print: same, initial: () => '50', visitorField: 'draw' },
}

/** The entry of a type; undefined for a type of a later version. */
export const ruleTypeOf = (type: string): RuleType | undefined =>
  Object.hasOwn(RULE_TYPES, type) ? RULE_TYPES[type as ConditionType] : undefined
