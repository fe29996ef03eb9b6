import { canonicalJson } from '../idempotency/canonical-json.ts'
import { REPLAY_WINDOW } from '../idempotency/run-once.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { Subscription } from './subscription.ts'

type SubscriptionEvent = PaymentEvent & { type: 'subscription' }

/** What one event of a second says: the state that it led to and, where it says so, the one that it came from. */
export interface SaidState {
  readonly before?: Subscription | undefined
  readonly after: Subscription
}

/** Which state is the latest, and whether what the events say decided that; else their ids did. */
export interface Latest {
  readonly subscription: Subscription
  readonly decided: boolean
}

/** Events of one subscription and second that are compared; those that come after them are ordered by id. */
const MAX_COMPARED = 20
/** Stands where idempotency keys have their caller; ids of accounts are UUIDs. */
export const PROVIDER = 'payment provider' as UserId

/**
 * Adds the event to those of its subscription and second that came before it, and returns which of them is the latest. They are kept as
 * long as idempotency keys are. To be called inside `atomic`: events of one second wait for each other.
 */
export async function latestOfSecond(store: Store, event: SubscriptionEvent, now: Instant): Promise<Latest> {
  const { subscription, before } = event
  const { at, rank } = subscription.asOf
  const key = `${subscription.id} ${at} ${rank}`
  const claim = { caller: PROVIDER, operation: 'paymentSecond', key, fingerprint: '', at: now }
  const kept = await store.idempotencyKeys.claim(claim, now - REPLAY_WINDOW)
  const { base, said } = kept
    ? (JSON.parse(kept.outcome) as { base?: Subscription; said: SaidState[] })
    : { base: await store.subscriptions.find(subscription.id), said: [] }
  if (said.length === MAX_COMPARED) return { subscription, decided: false }
  const all = [...said, { before, after: subscription }]
  await store.idempotencyKeys.keep(claim, JSON.stringify({ base, said: all }))
  return latestOf(all, base)
}

/**
 * Returns the latest of some states of one subscription, in any order. Events that follow each other lead from state to state, so
 * the last state is the one that is entered once more than it is left. Where they lead in a circle that is the state before them, `base`.
 */
export function latestOf(said: readonly SaidState[], base: Subscription | undefined): Latest {
  const visits = new Map<string, number>()
  const count = (state: string, change: number) => visits.set(state, (visits.get(state) ?? 0) + change)
  for (const { before, after } of said) {
    if (before === undefined) continue
    count(stateOf(after), 1)
    count(stateOf(before), -1)
  }
  const ends = [...visits].filter(([, balance]) => balance > 0).map(([state]) => state)
  const [last = base && stateOf(base)] = ends
  const isWhole = said.every(({ after }) => visits.has(stateOf(after)))
  const lastOnes = said.filter(({ after }) => stateOf(after) === last)
  const decided = said.length > 1 && isWhole && ends.length <= 1 && lastOnes.length > 0
  const [first, ...others] = (decided ? lastOnes : said).map(({ after }) => after) as [Subscription, ...Subscription[]]
  const latest = others.reduce((a, b) => (b.asOf.eventId > a.asOf.eventId ? b : a), first)
  return { subscription: latest, decided }
}

/** The state alone, without the event that told of it. */
const stateOf = ({ asOf: _, ...state }: Subscription) => canonicalJson(state)
