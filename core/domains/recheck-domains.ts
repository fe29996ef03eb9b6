import { ResultAsync } from 'neverthrow'
import type { DomainLapsing } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import type { Domain } from './domain.ts'
import { findProof } from './find-proof.ts'

const DAY = 24 * 60 * 60 * 1000
/** A proof is looked at once a day. Its owner is warned when it has been missing for two days; the domain lapses a day after that. */
const CHECK_EVERY = DAY
const WARN_AFTER = 2 * DAY
const LAPSE_AFTER_WARNING = DAY
const AT_A_TIME = 20

type RecheckPorts = Pick<Ports, 'store' | 'dns' | 'clock' | 'ids' | 'dispatcher'>

/**
 * Looks again at proofs that were not looked at for a day; for a timer to call. A resolver that fails proves nothing either way,
 * so it changes nothing. Returns which hostnames lapsed.
 */
export async function recheckDomains(ports: RecheckPorts): Promise<string[]> {
  const now = ports.clock.now()
  const lapsed: string[] = []
  for (const domain of await ports.store.domains.listUnchecked(now - CHECK_EVERY, AT_A_TIME)) {
    if ((await recheck(ports, domain, now)) === 'lapsed') lapsed.push(domain.hostname)
  }
  return lapsed
}

async function recheck({ store, dns, ids, dispatcher }: RecheckPorts, domain: Domain, now: Instant) {
  const found = await findProof(dns, domain)
  const proof = found.isErr() ? 'unknown' : found.value ? 'seen' : 'missing'
  const limits = { warn: now - WARN_AFTER, lapse: now - LAPSE_AFTER_WARNING }
  let queued = 0
  // One transaction: of replicas that look at once, only the one whose warning is noted queues the event.
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
  domain: { id, hostname, createdAt, lapsesAt: at + LAPSE_AFTER_WARNING },
})
