import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from './errors.ts'
import { parseInstant } from './instant.ts'
import { isStorable } from './text.ts'

interface TextForm {
  readonly min?: number
  readonly max: number
  /** Converts the text to the form that is checked and stored. */
  readonly form?: (value: string) => string
}

/**
 * Text from a caller, of `min` to `max` characters. NUL cannot be stored by Postgres and a lone surrogate cannot be sent as UTF-8,
 * so both are refused at the edge.
 */
export function text(name: string, { min = 0, max, form = (value) => value }: TextForm) {
  const bounded = z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be a string`) })
    .overwrite(form)
    .refine(isStorable, `${name} must be well-formed text without NUL characters`)
    .max(max, `${name} must have at most ${max} characters`)
  if (min === 0) return bounded
  return bounded.min(min, min === 1 ? `${name} must not be empty` : `${name} must have at least ${min} characters`)
}

/** An id from a caller: any text. A malformed id gets the same response as a missing record, so its form is not checked. */
export const id = <Id extends string>(name = 'id') =>
  z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be a string`) })
    .refine(isStorable, `${name} must be well-formed text without NUL characters`)
    .transform((value) => value as Id)

/** An optional argument: null, or leaving it out, gives the default. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  schema
    .nullable()
    .default(value as never)
    .transform((given) => (given ?? value) as z.output<Schema>)

/** A list of at most `max` items. A longer list is refused before its items are parsed, since parsing them could take long. */
export const boundedList = <Item extends z.ZodType>(
  item: Item,
  max: number,
  errors: { readonly type: string; readonly tooLong: string },
) =>
  z.preprocess(
    // The type is for callers: at run time any value may come.
    (raw: readonly z.input<Item>[], context) => {
      if (Array.isArray(raw) && raw.length > max) context.addIssue(errors.tooLong)
      return raw
    },
    z.array(item, errors.type).max(max, errors.tooLong),
  )

/** An ISO 8601 date and time with an offset or `Z`, as milliseconds since 1970. */
export function instant(name: string) {
  const fault = `${name} must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z`
  const withoutPlus = `${name} has a space instead of the + of its time zone; write + as %2B in a URL`
  return z
    .string(fault)
    .meta({ format: 'date-time' })
    .transform((value, context) => {
      const at = parseInstant(value)
      if (at === undefined) context.addIssue(lacksPlus(value) ? withoutPlus : fault)
      return at ?? z.NEVER
    })
}

/** Whether the text has a space where its offset has a plus: URLs decode an unescaped + to a space. */
const lacksPlus = (value: string) => parseInstant(value.replace(/ (\d\d(?::?\d\d)?)$/, '+$1')) !== undefined

/**
 * Text with a length limit that applies after normalization, so only descriptions state it. Before normalization the limit is higher: the
 * number of characters that normalize fast.
 */
export const formedText = (name: string, max: number) =>
  z
    .string(`${name} must be a string`)
    .refine(isStorable, `${name} must be well-formed text without NUL characters`)
    .refine((value) => value.length <= 4 * max, `${name} must have at most ${max} characters`)

/** The requested changes, without fields that keep their value because they were omitted. */
export const definedOnly = <Changes extends object>(asked: Changes) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Changes]?: Exclude<Changes[Name], undefined>
  }

/** Words an issue for one surface; `message` is core's wording. */
export type IssueWording = (issue: z.core.$ZodIssue, message: string) => string

/** Parses a caller's input. The error describes the first issue, in the surface's own wording if it has one. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  wording: IssueWording = (_issue, message) => message,
): Result<z.output<Schema>, ErrorOf<'invalid-input'>> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  if (issue === undefined) return err({ type: 'invalid-input', message: 'Invalid input', path: '' })
  const message = wording(issue, `${listItem(issue.path)}${issue.message}`)
  return err({ type: 'invalid-input', message, path: issue.path.join('.') })
}

/** Names the list item that a path leads to, such as `rules[2]: `: the message alone does not say which item is wrong. */
function listItem(path: readonly PropertyKey[]): string {
  const at = path.findIndex((part) => typeof part === 'number')
  return at < 0 ? '' : `${String(path[at - 1] ?? '')}[${String(path[at])}]: `
}
