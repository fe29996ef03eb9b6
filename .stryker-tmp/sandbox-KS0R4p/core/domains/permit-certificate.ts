import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { type Domain, normalizeHostname } from './domain.ts'

/** Tells a proxy that it may get a certificate for the hostname: only a verified one. */
export const permitCertificate = defineUseCase({
  name: 'permitCertificate',
  access: 'anyone',
  input: z.object({ hostname: text('domain', { max: 1024 }) }),
  run: ({ store }, _caller, { hostname }) =>
    ResultAsync.fromSafePromise(findVerified(store.domains, hostname)).andThen((domain) => {
      if (domain === undefined) return err({ type: 'not-found' as const, what: 'Domain' as const })
      if (domain.sslStatus === 'active') return ok(true)
      return ResultAsync.fromSafePromise(store.domains.noteCertificate(domain.id)).map(() => true)
    }),
})

async function findVerified(domains: { findVerified(hostname: string): Promise<Domain | undefined> }, given: string) {
  const hostname = normalizeHostname(given)
  return hostname === undefined ? undefined : domains.findVerified(hostname)
}
