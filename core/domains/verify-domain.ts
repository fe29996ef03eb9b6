import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { DomainId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { findProof } from './find-proof.ts'

/** Looks up the claim's proof in DNS. Without proof the domain is returned unverified; `upstream-failed` when the resolver fails. */
export const verifyDomain = defineUseCase({
  name: 'verifyDomain',
  access: 'user',
  scope: 'domains:write',
  external: true,
  noDryRun: 'Domain verification',
  input: z.object({ id: id<DomainId>().describe("The domain's id.") }),
  run: ({ store, dns, clock }, caller, { id }) =>
    safeTry(async function* () {
      const domain = yield* found(store.domains.findOwned(caller.owner, id), 'Domain')
      if (domain.verified || !(yield* findProof(dns, domain))) return ok(domain)
      const verified = yield* store.domains.verify(domain.owner, domain.id, clock.now())
      // The claim may have been deleted during the DNS lookup.
      return verified ? ok(verified) : err({ type: 'not-found' as const, what: 'Domain' as const })
    }),
  audit: ({ id, verified }) => (verified ? [{ kind: 'DOMAIN', id, changed: ['verified'] }] : []),
})
