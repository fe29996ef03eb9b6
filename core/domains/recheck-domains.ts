import { ResultAsync } from 'neverthrow'
import type { DomainLapsing } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import type { Domain } from './domain.ts'
import { findProof } from './find-proof.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const CHECK_INTERVAL_MS = DAY_MS
/** The owner is warned when the proof has been missing for this long. */
const WARN_AFTER_MS = 2 * DAY_MS
/** The domain lapses this long after the warning. */
const LAPSE_AFTER_WARNING_MS = DAY_MS
const BATCH_SIZE = 20

type RecheckPorts = Pick<Ports, 'store' | 'dns' | 'clock' | 'ids' | 'dispatcher'>

/**
 * Checks at most 20 verified domains that were not checked for a day. Periodic work, safe to run on any number of replicas. A failing
 * resolver changes nothing. Returns the hostnames that lapsed.
 */
export async function recheckDomains(ports: RecheckPorts): Promise<string[]> {
  const now = ports.clock.now()
  const lapsed: string[] = []
  for (const domain of await ports.store.domains.listUnchecked(now - CHECK_INTERVAL_MS, BATCH_SIZE)) {
    if ((await recheck(ports, domain, now)) === 'lapsed') lapsed.push(domain.hostname)
  }
  return lapsed
}

async function recheck({ store, dns, ids, dispatcher }: RecheckPorts, domain: Domain, now: Instant) {
  const found = await findProof(dns, domain)
  const proof = found.isErr() ? 'unknown' : found.value ? 'seen' : 'missing'
  const limits = { warn: now - WARN_AFTER_MS, lapse: now - LAPSE_AFTER_WARNING_MS }
  let queued = 0
  // One transaction: among replicas that check concurrently, only the one that gets `lapsing` queues the event.
  const outcome = await store.atomic<'held' | 'lapsing' | 'lapsed', never>((store) =>
    ResultAsync.fromSafePromise(
      store.domains.noteCheck(domain.id, now, proof, limits).then(async (outcome) => {
        queued = outcome === 'lapsing' ? await store.outbox.add([lapsing(domain, ids.event(), now)]) : 0
        return outcome
      }),
    ),
  )
  if (queued > 0) dispatcher.wake()
  return outcome.unwrapOr('held')
}

const lapsing = (
  { id, owner, hostname, createdAt }: Domain,
  event: DomainLapsing['id'],
  at: Instant,
): DomainLapsing => ({
  type: 'domain.lapsing',
  id: event,
  owner,
  at,
  domain: { id, hostname, createdAt, lapsesAt: at + LAPSE_AFTER_WARNING_MS },
})
