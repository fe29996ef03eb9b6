import { ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { Change } from '../../audit/audit-entry.ts'
import { requireIncluded } from '../../billing/plan-status.ts'
import type { DomainEvent, EventType } from '../../events.ts'
import type { User } from '../../kernel/caller.ts'
import { type DomainError, describeError, type ErrorOf } from '../../kernel/errors.ts'
import { parseInput } from '../../kernel/input.ts'
import type { Steps } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { requireCapacityFor } from '../../webhooks/deliveries/require-outbox-capacity.ts'
import { checkRules } from '../rules/check-rules.ts'
import type { Rules } from '../rules/rule.ts'

const BULK_ITEMS = 1000

/** The outcome of one item of a bulk call: `value`, or the public message of its error. */
export interface BulkItem<T> {
  readonly index: number
  readonly ok: boolean
  readonly value: T | null
  readonly error: string | null
}

/** A list of items, which are parsed one by one; `Item` is their input type for callers. `bound` describes additional limits. */
export const bulkItems = <Item>(name: string, bound = '') =>
  z
    .array(z.unknown() as z.ZodType<unknown, Item>, `${name} must be a list`)
    .max(BULK_ITEMS, `${name} takes at most ${BULK_ITEMS} items`)
    .describe(`At most ${BULK_ITEMS} items${bound && `, ${bound}`}.`)

/** A parsed item, or its error. */
export type ParsedItem<T> = Result<T, ErrorOf<'invalid-input'>>

/** Most items that one step parses. */
const STEP_ITEMS = 50

/** Fields of an item that are expensive to check. */
export interface Costly {
  readonly rules?: Rules | null | undefined
  readonly password?: unknown
}

/** Whether an item took little time to parse. One that failed may have had a password, which takes 0.4 ms to normalise. */
const wasQuick = (item: ParsedItem<Costly>) =>
  item.isOk() && (item.value.rules ?? []).length === 0 && item.value.password == null

/** Parses items one by one, so that a malformed item fails alone. Rules that several items share are compiled once. */
export function* parseItems<T extends Costly>(schema: z.ZodType<T>, raws: readonly unknown[]): Steps<ParsedItem<T>[]> {
  const checked = new Map<string, Result<void, ErrorOf<'invalid-input'>>>()
  const items: ParsedItem<T>[] = []
  for (const raw of raws) {
    const item = parseInput(schema, raw)
    const rules = item.isOk() ? (item.value.rules ?? []) : []
    const json = JSON.stringify(rules)
    const known = checked.get(json) ?? (yield* checkRules(rules))
    checked.set(json, known)
    items.push(item.andThen((value) => known.map(() => value)))
    if (items.length % STEP_ITEMS === 0 || !wasQuick(item)) yield
  }
  return items
}

/** Result of one item of a bulk call. */
export interface Processed<T> {
  readonly value: T
  readonly events: readonly DomainEvent[]
}

interface BulkWork<Item, T> {
  readonly event: EventType
  process(ports: Ports, item: Item): ResultAsync<Processed<T>, DomainError>
}

/**
 * Processes the items in order and queues their events, in one transaction. An item that fails must write nothing, so that the others are
 * not affected. Returns one result per item, in input order. `plan-limit` unless the caller's plan includes bulk operations.
 */
export const processBulk = <Item, T>(
  ports: Ports,
  caller: User,
  items: readonly Item[],
  work: BulkWork<Item, T>,
): ResultAsync<BulkItem<T>[], ErrorOf<'plan-limit' | 'overloaded'>> =>
  safeTry(async function* () {
    yield* requireIncluded(ports, caller.owner, 'canBulk')
    yield* requireCapacityFor(ports, caller.owner, work.event)
    const { items: done, queued } = yield* ports.store.atomic<BulkOutcome<T>, never>((store) =>
      ResultAsync.fromSafePromise(processInOrder({ ...ports, store }, items, work)),
    )
    if (queued > 0) ports.dispatcher.wake()
    return ok(done)
  })

interface BulkOutcome<T> {
  readonly items: BulkItem<T>[]
  /** Deliveries of events. */
  readonly queued: number
}

async function processInOrder<Item, T>(
  ports: Ports,
  items: readonly Item[],
  { process }: BulkWork<Item, T>,
): Promise<BulkOutcome<T>> {
  const results: Result<Processed<T>, DomainError>[] = []
  for (const item of items) results.push(await process(ports, item))
  const events = results.flatMap((result) => (result.isOk() ? result.value.events : []))
  const values = results.map((result) => result.map(({ value }) => value))
  return { items: toItems(values), queued: await ports.store.outbox.add(events) }
}

/** The changes of the items that succeeded, for the audit log. */
export const changesOf = <T>(
  items: readonly BulkItem<T>[],
  toChange: (value: T, index: number) => Change | undefined,
): Change[] => items.flatMap(({ value, index }) => (value === null ? [] : (toChange(value, index) ?? [])))

/** The items of results in input order. */
export const toItems = <T>(results: readonly Result<T, DomainError>[]): BulkItem<T>[] =>
  results.map((result, index) =>
    result.isOk()
      ? { index, ok: true, value: result.value, error: null }
      : { index, ok: false, value: null, error: describeError(result.error) },
  )
