import { z } from 'zod'
import type { Instant } from './caller.ts'
import { withDefault } from './input.ts'
import { isStorable } from './text.ts'

/** The position of a record in a list that is ordered by creation, then by id. */
export interface Position {
  readonly createdAt: Instant
  readonly id: string
}

/** A position in a list that has a sort key before creation and id. */
export interface KeyPosition extends Position {
  readonly key?: number | undefined
}

const Position = z.tuple([z.int(), z.string().regex(/^[\w-]{1,64}$/), z.int().optional()])

/** The position as text that callers send back unread. It names no row, so it stays valid when the record there is deleted. */
const toCursor = ({ createdAt, id, key }: KeyPosition): string =>
  btoa(JSON.stringify(key === undefined ? [createdAt, id] : [createdAt, id, key]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function fromCursor(cursor: string): KeyPosition | undefined {
  try {
    const [createdAt, id, key] = Position.parse(JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
    return { createdAt, id, key }
  } catch {
    return undefined
  }
}

const MESSAGE = 'cursor must be nextCursor of the previous page; omit it to start over'

/** The error for a cursor that no page returned. */
export const INVALID_CURSOR = { type: 'invalid-input', path: 'cursor', message: MESSAGE } as const

/** A cursor that a use case reads itself. */
export const cursorText = z
  .string(MESSAGE)
  .refine(isStorable, MESSAGE)
  .nullish()
  .transform((cursor) => cursor ?? undefined)
  .describe('`nextCursor` of the previous page.')

const Cursor = z.string(MESSAGE).transform((cursor, context) => {
  const position = fromCursor(cursor)
  if (position) return position
  context.addIssue(MESSAGE)
  return z.NEVER
})

/** The paging arguments of a list that is read page by page. A `limit` beyond `max` is refused. */
export const cursorInput = ({ limit, max }: { limit: number; max: number }) => ({
  limit: withDefault(
    z.int('limit must be a whole number').min(1, 'limit must be at least 1').max(max, `limit must be at most ${max}`),
    limit,
  ).describe('Maximum number of items.'),
  cursor: Cursor.nullish()
    .transform((position) => position ?? undefined)
    .describe('`nextCursor` of the previous page.'),
})

/** One page of a list; `nextCursor` is null on the last. */
export interface CursorPage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/**
 * Converts records to a page. The store must return one record more than the page holds, if there is one.
 * @param keyOf the sort key of a record before creation and id, if the list has one
 */
export function toPage<T extends Position>(
  found: readonly T[],
  limit: number,
  keyOf: (item: T) => number | undefined = () => undefined,
): CursorPage<T> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  if (last === undefined || found.length <= limit) return { items, nextCursor: null }
  return { items, nextCursor: toCursor({ createdAt: last.createdAt, id: last.id, key: keyOf(last) }) }
}

/** Creates a page from a whole list in memory. */
export function pageOf<T extends Position>(
  all: readonly T[],
  { limit, cursor }: { limit: number; cursor?: Position | undefined },
) {
  const ordered = all.toSorted(newestFirst)
  return toPage(cursor ? ordered.filter((item) => newestFirst(cursor, item) < 0) : ordered, limit)
}

/** Compares as every store does: by time, then by id, byte for byte. */
export const newestFirst = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)
