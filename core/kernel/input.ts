import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from './errors.ts'

/**
 * Text from outside. NUL cannot be stored by Postgres and a lone surrogate cannot be sent as UTF-8,
 * so both are refused at the edge rather than failing, or changing, later.
 */
export const text = (name: string, { min = 0, max }: { min?: number; max: number }) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be a string`) })
    .refine(isStorable, `${name} must be well-formed text without NUL characters`)
    .min(min, min === 1 ? `${name} must not be empty` : `${name} must have at least ${min} characters`)
    .max(max, `${name} must have at most ${max} characters`)

export const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/** An id as a caller gives it: any text. One that is no id is told like a missing record, so nothing more is asked of it here. */
export const id = <Id extends string>() =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'id is required' : 'id must be a string') })
    .refine(isStorable, 'id must be well-formed text without NUL characters')
    .transform((value) => value as Id)

/** An ISO 8601 date and time with an offset or `Z`, as milliseconds since 1970. */
export const instant = (name: string) =>
  z.iso
    .datetime({ offset: true, error: `${name} must be an ISO 8601 date and time` })
    .transform((value) => Date.parse(value))

/** The changes that were asked for: what was left out is left out, so that it keeps its value. */
export const definedOnly = <Changes extends object>(asked: Changes) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Changes]?: Exclude<Changes[Name], undefined>
  }

/** Parses what came from outside; the error names the first thing that is wrong with it. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): Result<z.output<Schema>, ErrorOf<'invalid-input'>> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  const message = `${listItem(path)}${issue?.message ?? 'Invalid input'}`
  return err({ type: 'invalid-input', message, path: path.join('.') })
}

/** Names the item of a list that a path leads to, such as `rules[2]: `, since a message alone cannot tell which one is wrong. */
function listItem(path: readonly PropertyKey[]): string {
  const at = path.findIndex((part) => typeof part === 'number')
  return at < 0 ? '' : `${String(path[at - 1] ?? '')}[${String(path[at])}]: `
}
