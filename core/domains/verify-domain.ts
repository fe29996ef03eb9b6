import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { DomainId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { Domain } from './domain.ts'
import { findProof } from './find-proof.ts'

/** Looks for the claim's proof in DNS. Without one the domain comes back unverified; a resolver that fails is an error. */
export const verifyDomain = defineUseCase({
  name: 'verifyDomain',
  access: 'user',
  external: true,
  input: z.object({ id: id<DomainId>() }),
  run: (ports, caller, { id }) =>
    ResultAsync.fromSafePromise(ports.store.domains.findOwned(caller.userId, id)).andThen((domain) =>
      domain ? verify(ports, domain) : errAsync(MISSING),
    ),
})

function verify({ store, dns, clock }: Ports, domain: Domain) {
  if (domain.verified) return okAsync(domain)
  return findProof(dns, domain).andThen((found) =>
    found
      ? store.domains
          .verify(domain.owner, domain.id, clock.now())
          // Somebody deleted the claim while DNS was asked.
          .andThen((verified) => (verified ? ok(verified) : err(MISSING)))
      : ok(domain),
  )
}

const MISSING = { type: 'not-found', what: 'Domain' } as const
