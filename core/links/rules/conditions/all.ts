import { err, ok, type Result } from 'neverthrow'
import type { Condition, ConditionParser, Scope } from '../condition.ts'
import type { Facts } from '../facts.ts'

const EXPECTED = 'value must be a JSON array of conditions, each {"type": …, "value": …}'

/** The unchecked conditions inside a value of `all`; `undefined` unless it is a non-empty JSON array. */
export function membersOf(value: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) && parsed.length > 0 ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Compiles one condition inside `all`. A parameter, since the table of parsers contains `all` itself. */
type Compile = (type: string, value: string, scope: Scope) => Result<Condition, string>

function member(compile: Compile, written: unknown, index: number, scope: Scope): Result<Condition, string> {
  const { type, value } = (written ?? {}) as { type?: unknown; value?: unknown }
  if (typeof type !== 'string' || typeof value !== 'string') return err(EXPECTED)
  if (type === 'all') return err('value must not hold another all')
  return compile(type, value, scope).mapErr((message) => `value, condition ${index}: ${message}`)
}

/** False if any condition is false; otherwise unknown if any is unknown. */
function every(conditions: readonly Condition[]): Condition {
  const group = (facts: Facts) => {
    let outcome: boolean | undefined = true
    for (const condition of conditions) {
      const one = condition(facts)
      if (one === false) return false
      if (one === undefined) outcome = undefined
    }
    return outcome
  }
  return Object.assign(group, { members: conditions })
}

export const allBy =
  (compile: Compile): ConditionParser =>
  (value, scope) => {
    const inside = { ...scope, nested: true }
    const written = membersOf(value)
    if (!written) return err(EXPECTED)
    const conditions: Condition[] = []
    for (const [index, one] of written.entries()) {
      const condition = member(compile, one, index, inside)
      if (condition.isErr()) return err(condition.error)
      conditions.push(condition.value)
    }
    return ok(every(conditions))
  }
