import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { NewLink } from './link.ts'

/** The hostname of the asked for domain, which must be the caller's and verified; the service's own host without one. */
export function findHostname(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  { domainId }: Pick<NewLink, 'domainId'>,
): ResultAsync<string, ErrorOf<'not-found' | 'invalid-input'>> {
  if (domainId == null) return okAsync('')
  if (caller.kind !== 'user') return errAsync(NO_DOMAIN)
  return ResultAsync.fromSafePromise(store.domains.findOwned(caller.userId, domainId)).andThen((domain) => {
    if (domain === undefined) return err(NO_DOMAIN)
    return domain.verified ? ok(domain.hostname) : err(UNVERIFIED)
  })
}

const NO_DOMAIN = { type: 'not-found', what: 'Domain' } as const
const UNVERIFIED = { type: 'invalid-input', path: 'domainId', message: 'domainId must be a verified domain' } as const
