import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { AddressGuard } from './sender.port.ts'

/** Refuses URLs whose text leads inside; `undefined` stands for one that is not given. */
export function checkAddress(
  guard: AddressGuard,
  url: string | undefined,
): ResultAsync<void, ErrorOf<'invalid-input'>> {
  if (url === undefined) return okAsync()
  return ResultAsync.fromSafePromise(guard.objection(url)).andThen((objection) =>
    objection === undefined ? okAsync() : errAsync({ type: 'invalid-input' as const, message: objection, path: 'url' }),
  )
}
