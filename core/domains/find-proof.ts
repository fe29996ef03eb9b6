import { ok, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Dns } from './dns.port.ts'
import { type Domain, isProof, proofNames } from './domain.ts'

/** True if DNS holds the claim's token, at `_shortlink.` below the hostname or at the hostname itself. */
export function findProof(dns: Dns, domain: Domain): ResultAsync<boolean, ErrorOf<'upstream-failed'>> {
  const [preferred, fallback] = proofNames(domain.hostname) as [string, string]
  const hasProof = (records: readonly string[]) => records.some((record) => isProof(record.trim(), domain))
  return dns
    .txt(preferred)
    .map(hasProof)
    .andThen((found) => (found ? ok(true) : dns.txt(fallback).map(hasProof)))
}
