import { errAsync, type ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { defineUseCase } from '../use-case.ts'
import { type Domain, Hostname } from './domain.ts'

/** Claims a hostname. It serves nothing until its DNS carries the claim's token. */
export const addDomain = defineUseCase({
  name: 'addDomain',
  access: 'user',
  input: z.object({ hostname: Hostname }),
  run(
    { store, ids, slugs, clock, policy },
    caller,
    { hostname },
  ): ResultAsync<Domain, ErrorOf<'invalid-input' | 'domain-taken'>> {
    if (policy.ownHosts.includes(hostname)) {
      return errAsync({ type: 'invalid-input', path: 'hostname', message: "hostname is the service's own" })
    }
    const domain: Domain = {
      id: ids.domain(),
      owner: caller.userId,
      hostname,
      verified: false,
      verifiedAt: null,
      sslStatus: 'none',
      txtToken: slugs.fresh(TOKEN_LENGTH),
      createdAt: clock.now(),
    }
    return store.domains.insert(domain)
  },
})

/** 32 characters of base58: 187 bits. */
const TOKEN_LENGTH = 32
