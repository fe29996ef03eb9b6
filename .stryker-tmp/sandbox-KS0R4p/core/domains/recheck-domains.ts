import type { Ports } from '../ports.ts'
import { findProof } from './find-proof.ts'

const HOUR = 60 * 60 * 1000
/** A proof is looked at once a day, and a domain lapses when it has been missing for three. */
const CHECK_EVERY = 24 * HOUR
const LAPSE_AFTER = 3 * CHECK_EVERY
const AT_A_TIME = 20

/**
 * Looks again at proofs that were not looked at for a day; for a timer to call. A resolver that fails proves nothing either way,
 * so it changes nothing. Tells which hostnames lapsed.
 */
export async function recheckDomains({ store, dns, clock }: Pick<Ports, 'store' | 'dns' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const lapsed: string[] = []
  for (const domain of await store.domains.listUnchecked(now - CHECK_EVERY, AT_A_TIME)) {
    const proof = await findProof(dns, domain)
    const seen = proof.isErr() ? 'unknown' : proof.value ? 'seen' : 'missing'
    if (await store.domains.noteCheck(domain.id, now, seen, now - LAPSE_AFTER)) lapsed.push(domain.hostname)
  }
  return lapsed
}
