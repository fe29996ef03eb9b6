import { type IssueWording, parseInput } from '@shortlink/core/host'
import type { Result } from 'neverthrow'
import type { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

/** Parses parameters; the error names the first one that is wrong, in words that a model can act on. */
export const parseArguments = <Input extends z.ZodObject>(
  input: Input,
  raw: unknown,
): Result<z.output<Input>, string> => {
  const given = raw ?? {}
  return parseInput(input, given, issueWording(given)).mapErr(({ message }) => message)
}

/** Words an invalid argument by its path. Keeps core's message if it says more, such as about the form of a text. */
export const issueWording =
  (raw: unknown): IssueWording =>
  (issue, message) => {
    const path = issue.path.map(String)
    const name = path.join('.') || 'arguments'
    if (issue.code === 'invalid_type') {
      return valueAt(raw, path) === undefined ? `${name} is required` : `${name} must be ${article(issue.expected)}`
    }
    if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.map(String).join(', ')}`
    if (issue.code !== 'too_small' && issue.code !== 'too_big') return message
    return issue.origin === 'string' ? message : `${name} ${describeBound(issue)}`
  }

type BoundIssue = Extract<z.core.$ZodIssue, { code: 'too_small' | 'too_big' }>

function describeBound(issue: BoundIssue): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
  return issue.origin === 'array' ? `must have ${bound} item${bound.endsWith(' 1') ? '' : 's'}` : `must be ${bound}`
}

const article = (expected: string) => {
  if (expected === 'int') return 'a whole number'
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? value[key as keyof typeof value] : undefined),
    value,
  )

/** Names the arguments that the schema does not declare; undefined if there are none. */
export function unknownArguments(schema: JsonSchema, value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { items, properties } = schema
  if (Array.isArray(value)) return items?.properties && firstUnknown(value.entries(), () => items, path)
  if (properties === undefined) return undefined
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
  if (unknown.length === 0) return firstUnknown(Object.entries(value), (name) => properties[name], path)
  const known = path.length === 0 ? Object.keys(properties) : []
  const names = unknown.map((name) => [...path, name].join('.')).join(', ')
  return `Unknown argument ${names}${known.length > 0 ? `; allowed: ${known.join(', ')}` : ''}`
}

function firstUnknown<Key extends string | number>(
  entries: Iterable<readonly [Key, unknown]>,
  schemaOf: (key: Key) => JsonSchema | undefined,
  path: readonly string[],
): string | undefined {
  for (const [key, value] of entries) {
    const unknown = unknownArguments(schemaOf(key) ?? {}, value, [...path, String(key)])
    if (unknown !== undefined) return unknown
  }
  return undefined
}
