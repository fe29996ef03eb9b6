import { LINK_OPTIONS, type LinkOptions, OPTION_NAMES, type OptionName, type OptionsWith } from '@shortlink/core'

/** Tags have a separate table. */
type StoredOption = Exclude<OptionName, OptionsWith<'kind', 'texts'>>

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** Flags are 0 or 1, objects are JSON. */
type Stored<Value> = Value extends boolean ? number : Value extends object ? string : Value

export type OptionColumn = SnakeCase<StoredOption>
/** The columns of the options of links, by the snake-case names of the options. */
export type OptionColumns = { [Name in StoredOption as SnakeCase<Name>]: Stored<LinkOptions[Name]> }

export const optionColumn = (name: StoredOption) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as OptionColumn

type Value = OptionColumns[OptionColumn]

/** Codecs for the values of the kinds that a column holds in another form. */
const CODECS: Readonly<
  Partial<Record<string, { readonly encode: (value: unknown) => Value; readonly decode: (value: Value) => unknown }>>
> = {
  flag: { encode: Number, decode: (value) => value === 1 },
  object: {
    encode: (value) => (value === null ? null : JSON.stringify(value)),
    decode: (value) => (value === null ? null : JSON.parse(value as string)),
  },
}

const same = (value: unknown) => value as Value
const SAME = { encode: same, decode: same }

const STORED = OPTION_NAMES.filter((name): name is StoredOption => LINK_OPTIONS[name].kind !== 'texts').map((name) => ({
  name,
  column: optionColumn(name),
  ...(CODECS[LINK_OPTIONS[name].kind] ?? SAME),
}))

export const OPTION_COLUMNS = STORED.map(({ column }) => `links.${column}` as const)

/** The columns of the given options. */
export function toOptionColumns(given: Partial<LinkOptions>): Partial<OptionColumns> {
  const columns: Record<string, Value> = {}
  for (const { name, column, encode } of STORED) if (given[name] !== undefined) columns[column] = encode(given[name])
  return columns
}

/** The options of a row, except its tags. */
export function toOptions(row: OptionColumns): Pick<LinkOptions, StoredOption> {
  const options: Record<string, unknown> = {}
  for (const { name, column, decode } of STORED) options[name] = decode(row[column])
  return options as unknown as Pick<LinkOptions, StoredOption>
}
