import { err, errAsync, ok, okAsync, type ResultAsync } from 'neverthrow'
import type { Domains } from '../../domains/domains.port.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { NewLink } from '../link.ts'

/** The hostname of a domain, which must be the caller's and verified; empty, for the service's own host, without `domainId`. */
export function findHostname(
  { store }: { readonly store: { readonly domains: Domains } },
  caller: Caller,
  { domainId }: Pick<NewLink, 'domainId'>,
): ResultAsync<string, ErrorOf<'not-found' | 'invalid-input'>> {
  if (domainId == null) return okAsync('')
  if (caller.kind !== 'user') return errAsync({ type: 'not-found', what: 'Domain' })
  return found(store.domains.findOwned(caller.owner, domainId), 'Domain').andThen(({ verified, hostname }) =>
    verified ? ok(hostname) : err(UNVERIFIED),
  )
}

const UNVERIFIED = { type: 'invalid-input', path: 'domainId', message: 'domainId must be a verified domain' } as const
