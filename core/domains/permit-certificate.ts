import { ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import { text } from '../kernel/input.ts'
import { normalizeHostname } from '../kernel/normalize-hostname.ts'
import { defineUseCase } from '../use-case.ts'
import type { Domains } from './domains.port.ts'

/** Permits a proxy to get a certificate for the hostname; `not-found` unless a verified claim holds it. */
export const permitCertificate = defineUseCase({
  name: 'permitCertificate',
  access: 'anyone',
  scope: null,
  input: z.object({ hostname: text('domain', { max: 1024 }) }),
  run: ({ store }, _caller, { hostname }) =>
    safeTry(async function* () {
      const domain = yield* found(findVerified(store.domains, hostname), 'Domain')
      if (domain.sslStatus !== 'active') await store.domains.noteCertificate(domain.id)
      return ok(true)
    }),
})

async function findVerified(domains: Domains, input: string) {
  const hostname = normalizeHostname(input)
  return hostname === undefined ? undefined : domains.findVerified(hostname)
}
