import { okAsync, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { requireIncluded } from '../billing/plan-status.ts'
import type { User } from '../kernel/caller.ts'
import { type DomainError, describeError, type ErrorOf } from '../kernel/errors.ts'
import { parseInput } from '../kernel/input.ts'
import type { Steps } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { checkRules, type Rules } from './rules/rule.ts'

const BULK_ITEMS = 1000

/** The outcome of one item of a bulk call: `value`, or the public message of its error. */
export interface BulkItem<T> {
  readonly index: number
  readonly ok: boolean
  readonly value: T | null
  readonly error: string | null
}

export const bulkItems = (name: string) =>
  z
    .array(z.unknown(), `${name} must be a list`)
    .max(BULK_ITEMS, `${name} takes at most ${BULK_ITEMS} items`)
    .describe(`At most ${BULK_ITEMS} items.`)

/** A parsed item, or what is wrong with it. */
export type ParsedItem<T> = Result<T, ErrorOf<'invalid-input'>>

/** Most items without rules that one step parses. */
const STEP_ITEMS = 50

/** Parses items that may carry rules one by one, so that a malformed one fails alone. Rules that many items share are compiled once. */
export function* parseItems<T extends { rules?: Rules | null | undefined }>(
  schema: z.ZodType<T>,
  raws: readonly unknown[],
): Steps<ParsedItem<T>[]> {
  const checked = new Map<string, Result<void, ErrorOf<'invalid-input'>>>()
  const items: ParsedItem<T>[] = []
  for (const raw of raws) {
    const item = parseInput(schema, raw)
    const rules = item.isOk() ? (item.value.rules ?? []) : []
    const written = JSON.stringify(rules)
    const known = checked.get(written) ?? (yield* checkRules(rules))
    checked.set(written, known)
    items.push(item.andThen((value) => known.map(() => value)))
    if (rules.length > 0 || items.length % STEP_ITEMS === 0) yield
  }
  return items
}

/**
 * Processes the items in order, in one transaction; an item that fails is rolled back alone. Returns one result an item, in input order.
 * Fails as a whole if the caller's plan does not include bulk calls.
 */
export function eachItem<Item, T>(
  ports: Ports,
  caller: User,
  items: readonly Item[],
  work: (ports: Ports, item: Item) => ResultAsync<T, DomainError>,
): ResultAsync<BulkItem<T>[], ErrorOf<'plan-limit'>> {
  return requireIncluded(ports, caller.userId, 'canBulk').andThen(() => workThrough(ports, items, work))
}

/** The same for the operator, regardless of plans. */
export function workThrough<Item, T>(
  ports: Ports,
  items: readonly Item[],
  work: (ports: Ports, item: Item) => ResultAsync<T, DomainError>,
): ResultAsync<BulkItem<T>[], never> {
  return ports.store.atomic<BulkItem<T>[], never>((store) => {
    const inside = { ...ports, store }
    return new ResultAsync(
      (async () => {
        const results: BulkItem<T>[] = []
        for (const [index, item] of items.entries()) {
          results.push(toItem(index, await store.atomic((store) => work({ ...inside, store }, item))))
        }
        return okAsync<BulkItem<T>[], never>(results)
      })(),
    )
  })
}

function toItem<T>(index: number, result: Result<T, DomainError>): BulkItem<T> {
  return result.isOk()
    ? { index, ok: true, value: result.value, error: null }
    : { index, ok: false, value: null, error: describeError(result.error) }
}
