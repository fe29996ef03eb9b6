import { z } from 'zod'
import { badUsage } from './failure.ts'
import { readJsonList, toInstantText, toNumber } from './values.ts'

/** An argument or option of a command. */
export interface Parameter {
  /** The field of the value in the input of the command's work. */
  readonly field: string
  /** `<target>` for an argument, otherwise an option such as `--slug <slug>`; `--[no-]tracking` declares both of a pair. */
  readonly flags: string
  readonly description: string
  readonly required: boolean
  readonly choices?: readonly string[] | undefined
  /** Whether the option may be repeated; its values are a list. */
  readonly repeats?: boolean
  /** Parses a text from the command line. Throws a usage error with the name of the option. */
  read(text: string): unknown
}

/** Values by field, parsed from the command line. Core checks their bounds. */
// biome-ignore lint/suspicious/noExplicitAny: core parses them; here they are only passed on
export type Given = Readonly<Record<string, any>>

/** Name of a parameter on the command line, and its description unless core's applies. */
type Wording = string | readonly [flags: string, description: string]

/** Whether the flags declare an argument, which has a position instead of a name. */
export const isArgument = ({ flags }: Pick<Parameter, 'flags'>) => !flags.startsWith('-')

/** Returns the name of a parameter in messages, such as `--expires`, or `target` for an argument. */
export const nameOf = ({ flags }: Pick<Parameter, 'flags'>) =>
  isArgument({ flags }) ? flags.replace(/[<>[\].]/g, '') : (flags.split(' ', 1)[0] ?? '').replace('[no-]', '')

/** Creates parameters for core's arguments: types, descriptions and which are required come from the schema of the use case. */
export const parametersOf = <Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  named: { readonly [Name in keyof Shape]?: Wording },
): readonly Parameter[] =>
  Object.entries<Wording>(named as Record<string, Wording>).map(([field, wording]) => {
    const schema = input.shape[field] as z.ZodType
    const [flags, description = toPhrase(descriptionOf(schema))] = typeof wording === 'string' ? [wording] : wording
    return parameter(flags, description, { field, schema, required: !schema.safeParse(undefined).success })
  })

interface ParameterOptions {
  /** The field; by default the long name of the option, or the name of the argument. */
  readonly field?: string
  /** Schema that determines how the text is parsed; text by default. */
  readonly schema?: z.ZodType
  /** Whether it is required; by default for an argument in angle brackets. */
  readonly required?: boolean
  readonly repeats?: boolean
}

/** Creates a parameter without an argument of core. */
export function parameter(
  flags: string,
  description: string,
  { schema = z.string(), field, required = flags.startsWith('<'), repeats = false }: ParameterOptions = {},
): Parameter {
  const name = nameOf({ flags })
  const { choices, read } = readerOf(schema, name)
  return { field: field ?? name.replace(/^--/, ''), flags, description, required, choices, repeats, read }
}

/** Creates parameters for the members of an argument: `source` of `utm` is the field `utm.source`. */
export const membersOf = (argument: string, parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.map((one) => ({ ...one, field: `${argument}.${one.field}` }))

/** Returns the values, with the values of members collected under their argument. */
export function withMembers(given: Given): Given {
  const whole: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(given)) {
    const [argument = field, member] = field.split('.')
    whole[argument] = member === undefined ? value : { ...(whole[argument] as object | undefined), [member]: value }
  }
  return whole
}

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
}

function readerOf(schema: z.ZodType, name: string): Pick<Parameter, 'choices' | 'read'> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const { type, format, enum: choices } = json.anyOf?.find((one) => one.type !== 'null') ?? json
  if (type === 'integer' || type === 'number') return { read: (text) => toNumber(text, name) }
  if (type === 'string' && format === 'date-time') return { read: (text) => toInstantText(text, name) }
  if (type === 'string') return { choices, read: (text) => chosen(text, choices, name) }
  // For lists, and for types that JSON Schema cannot express, such as a list that is measured before it is parsed.
  return { read: (file) => readJsonList(file, name) }
}

function chosen(text: string, choices: readonly string[] | undefined, name: string): string {
  if (choices !== undefined && !choices.includes(text)) throw badUsage(`${name} must be one of ${choices.join(', ')}`)
  return text
}

/** Converts core's sentences to phrases of the help: without an initial capital and a full stop. */
const toPhrase = (sentences: string) =>
  sentences.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())

function descriptionOf(schema: z.ZodType): string {
  if (schema.description !== undefined) return schema.description
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? descriptionOf(schema.unwrap() as z.ZodType)
    : ''
}
