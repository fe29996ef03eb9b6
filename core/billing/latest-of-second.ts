import { canonicalJson } from '../idempotency/canonical-json.ts'
import { REPLAY_WINDOW_MS } from '../idempotency/run-once.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { Subscription } from './subscription.ts'

type SubscriptionEvent = PaymentEvent & { type: 'subscription' }

/** The states that one event reports: the state after it and, if the event contains it, the state before it. */
export interface ReportedState {
  readonly before?: Subscription | undefined
  readonly after: Subscription
}

/** The latest state of several events. */
export interface Latest {
  readonly subscription: Subscription
  /** True if the content of the events decided; false if their ids did. */
  readonly decided: boolean
}

/** Maximum number of events of one subscription and second that are compared by content; additional ones are ordered by id. */
const MAX_COMPARED = 20
/** The `caller` of idempotency keys for events; no account has this id, since those are UUIDs. */
export const PROVIDER = 'payment provider' as UserId

/**
 * Adds the event to the received events of its subscription and second, and returns the latest one. Events are retained like idempotency
 * keys. Call it inside `atomic`: the key's lock serialises events of one second.
 */
export async function latestOfSecond(store: Store, event: SubscriptionEvent, now: Instant): Promise<Latest> {
  const { subscription, before } = event
  const { at, rank } = subscription.asOf
  const key = `${subscription.id} ${at} ${rank}`
  const claim = { caller: PROVIDER, operation: 'paymentSecond', key, fingerprint: '', at: now }
  const kept = await store.idempotencyKeys.claim(claim, now - REPLAY_WINDOW_MS)
  const { base, said: reported } = kept
    ? (JSON.parse(kept.outcome) as { base?: Subscription; said: ReportedState[] })
    : { base: await store.subscriptions.find(subscription.id), said: [] }
  if (reported.length === MAX_COMPARED) return { subscription, decided: false }
  const all = [...reported, { before, after: subscription }]
  await store.idempotencyKeys.keep(claim, JSON.stringify({ base, said: all }))
  return latestOf(all, base)
}

/**
 * Returns the latest of several states of one subscription, reported in any order. Consecutive events form a path from state to state, so
 * the last state is entered once more often than it is left. If the path is a circle, the last state is the one before it, `base`.
 */
export function latestOf(reported: readonly ReportedState[], base: Subscription | undefined): Latest {
  const visits = new Map<string, number>()
  const count = (state: string, change: number) => visits.set(state, (visits.get(state) ?? 0) + change)
  for (const { before, after } of reported) {
    if (before === undefined) continue
    count(stateOf(after), 1)
    count(stateOf(before), -1)
  }
  const ends = [...visits].filter(([, balance]) => balance > 0).map(([state]) => state)
  const [last = base && stateOf(base)] = ends
  const isWhole = reported.every(({ after }) => visits.has(stateOf(after)))
  const candidates = reported.filter(({ after }) => stateOf(after) === last)
  const decided = reported.length > 1 && isWhole && ends.length <= 1 && candidates.length > 0
  const [first, ...others] = (decided ? candidates : reported).map(({ after }) => after) as [
    Subscription,
    ...Subscription[],
  ]
  const latest = others.reduce((a, b) => (b.asOf.eventId > a.asOf.eventId ? b : a), first)
  return { subscription: latest, decided }
}

/** The state without the order of its event, as comparable text. */
const stateOf = ({ asOf: _, ...state }: Subscription) => canonicalJson(state)
