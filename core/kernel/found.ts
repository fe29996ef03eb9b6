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
