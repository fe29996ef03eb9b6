import { ok, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Dns } from './dns.port.ts'
import { type Domain, isProof, proofNames } from './domain.ts'

/** Whether the claim's token stands in DNS: first where we ask for it, then at the hostname itself. */
export function findProof(dns: Dns, domain: Domain): ResultAsync<boolean, ErrorOf<'upstream-failed'>> {
  const [first, second] = proofNames(domain.hostname) as [string, string]
  const isThere = (records: readonly string[]) => records.some((record) => isProof(record.trim(), domain))
  return dns
    .txt(first)
    .map(isThere)
    .andThen((found) => (found ? ok(true) : dns.txt(second).map(isThere)))
}
