import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { AddressGuard } from './deliveries/sender.port.ts'

/** `invalid-input` for a URL that the guard rejects; an absent URL passes. */
export function checkAddress(
  guard: AddressGuard,
  url: string | undefined,
): ResultAsync<void, ErrorOf<'invalid-input'>> {
  if (url === undefined) return okAsync()
  return ResultAsync.fromSafePromise(guard.objection(url)).andThen((objection) =>
    objection === undefined ? okAsync() : errAsync({ type: 'invalid-input' as const, message: objection, path: 'url' }),
  )
}
