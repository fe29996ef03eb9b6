import { err, ok, type Result } from 'neverthrow'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Parses a tool's arguments; the error names the first one that is wrong, and how, in words that a model can act on. */
export function parseArguments<Input extends z.ZodObject>(input: Input, raw: unknown): Result<z.output<Input>, string> {
  const parsed = input.safeParse(raw ?? {})
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return err(issue ? describeIssue(issue, input, raw) : 'Invalid arguments')
}

function describeIssue(issue: Issue, input: z.ZodObject, raw: unknown): string {
  const path = issue.path.map(String)
  const name = path.join('.') || 'arguments'
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => [...path, key].join('.')).join(', ')
    const known = path.length === 0 ? Object.keys(input.shape) : []
    return `Unknown argument ${unknown}${known.length > 0 ? `; the arguments are ${known.join(', ')}` : ''}`
  }
  if (issue.code === 'invalid_type') {
    return valueAt(raw, path) === undefined ? `${name} is required` : `${name} must be ${article(issue.expected)}`
  }
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small' || issue.code === 'too_big') return `${name} ${describeBound(issue)}`
  return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`
}

function describeBound(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
  if (issue.origin === 'array') return `must have ${bound} item${bound.endsWith(' 1') ? '' : 's'}`
  if (issue.origin === 'string') return `must have ${bound} character${bound.endsWith(' 1') ? '' : 's'}`
  return `must be ${bound}`
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
