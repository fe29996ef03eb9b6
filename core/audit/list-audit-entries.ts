import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { type CursorPage, cursorText, INVALID_CURSOR } from '../kernel/cursor.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { id, instant, text, withDefault } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { AuditEntry } from './audit-entry.ts'

const TAKE = { byDefault: 50, max: 100 }

/** An argument that may be left out or null. */
const optional = <Schema extends z.ZodType>(schema: Schema, words: string) =>
  schema
    .nullish()
    .transform((value) => (value ?? undefined) as z.output<Schema> | undefined)
    .describe(words)

/** Text that entries are compared with. */
const name = (field: string, words: string) => optional(text(field, { max: 200 }), words)

/** The caller's audit log, newest first, page by page. */
export const listAuditEntries = defineUseCase({
  name: 'listAuditEntries',
  access: 'user',
  scope: 'account',
  // A rare action may be found after reading all entries of the account.
  demand: 'large-read',
  input: z.object({
    take: withDefault(
      z
        .int('take must be a whole number')
        .min(1, 'take must be at least 1')
        .max(TAKE.max, `take must be at most ${TAKE.max}`),
      TAKE.byDefault,
    ).describe(`Number of entries to return: ${TAKE.byDefault} if omitted, 1 to ${TAKE.max}.`),
    cursor: cursorText,
    action: name(
      'action',
      'Only entries with this action, such as `updateLink` or `loginFailed`, at most 200 characters.',
    ),
    actor: name('actor', 'Only entries of this actor, such as `key:<id>`, at most 200 characters.'),
    targetId: optional(id('targetId'), 'Only entries of the record with this id.'),
    from: optional(instant('from'), 'Only entries from this time on, in ISO 8601.'),
    to: optional(instant('to'), 'Only entries before this time, in ISO 8601.'),
  }),
  run: (ports, { owner }, { take, cursor, ...filter }): ResultAsync<CursorPage<AuditEntry>, ErrorOf<'invalid-input'>> =>
    readCursor(ports, cursor).asyncAndThen((before) =>
      ResultAsync.fromSafePromise(ports.store.audit.list(owner, { ...filter, before, take: take + 1 })).map((found) => {
        const items = found.slice(0, take)
        const last = items.at(-1)
        return {
          items: items.map(({ no: _, ...entry }) => entry),
          nextCursor: last && found.length > take ? ports.secrets.seal(`${last.no}`) : null,
        }
      }),
    ),
})

/** Cursors are sealed, since their numbers count the entries of all accounts. */
function readCursor(
  { secrets }: Pick<Ports, 'secrets'>,
  cursor: string | undefined,
): Result<number | undefined, ErrorOf<'invalid-input'>> {
  if (cursor === undefined) return ok(undefined)
  try {
    const no = Number(secrets.unseal(cursor))
    return Number.isSafeInteger(no) ? ok(no) : err(INVALID_CURSOR)
  } catch {
    return err(INVALID_CURSOR)
  }
}
