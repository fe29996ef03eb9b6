import { err, ok, ResultAsync } from 'neverthrow'
import type { ErrorOf, RecordName } from './errors.ts'

/** The record of a lookup; `not-found` under its public name when the lookup gives `undefined` or `false`. */
export const found = <T>(
  lookup: Promise<T | undefined | false>,
  what: RecordName,
): ResultAsync<T, ErrorOf<'not-found'>> =>
  ResultAsync.fromSafePromise(lookup).andThen((record) =>
    record === undefined || record === false ? err({ type: 'not-found' as const, what }) : ok(record),
  )

/**
 * The record of an insert that resolves to whether the account had room for it; `invalid-input` at the limit.
 * @param records the plural of the records, for the message
 */
export const inserted = <T>(
  inserting: Promise<boolean>,
  record: T,
  max: number,
  records: string,
): ResultAsync<T, ErrorOf<'invalid-input'>> =>
  ResultAsync.fromSafePromise(inserting).andThen((isInserted) =>
    isInserted
      ? ok(record)
      : err({
          type: 'invalid-input' as const,
          path: '',
          message: `An account can have at most ${max} ${records}; delete one first`,
        }),
  )
