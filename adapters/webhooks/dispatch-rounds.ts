import type { Instant, WebhookId } from '@shortlink/core'
import {
  type AttemptPorts,
  attemptDelivery,
  type DispatchLimits,
  fairShare,
  nextWindow,
  receivingHost,
} from '@shortlink/core/adapter'
import type { ClaimedDelivery, Deliveries, DeliveryOutcome, Timer } from '@shortlink/core/ports'
import { LRUCache } from 'lru-cache'
import { attemptsInFlight } from './attempts-in-flight.ts'
import { type HostLimit, hostThrottle } from './host-throttle.ts'
import { outcomeWriter } from './outcome-writer.ts'

export type DispatchPorts = AttemptPorts & { readonly deliveries: Deliveries }

export interface RoundOptions {
  readonly limits: DispatchLimits
  /** Limit of this process per host, over all accounts and ports; deliveries beyond it wait. */
  readonly hostLimit: HostLimit
  /** An attempt without an outcome after this time counts as lost and is repeated. Longer than the sender's timeout. */
  readonly leaseMs: number
  readonly timer: Timer
  /** Returns milliseconds of a clock that never steps back. */
  readonly monotonicMs: () => number
}

interface RoundCallbacks {
  onError(error: unknown): void
  /** Called when an attempt has left room for another. */
  onAttemptEnd(): void
}

/** Maximum number of concurrent messages to an endpoint before its first response; the window grows with its responses. */
const INITIAL_WINDOW = 8
const MAX_WINDOWS_KEPT = 10_000
/** Number of URLs with a cached host, so that each is parsed once. */
const MAX_HOSTS_KEPT = 20_000
/** Webhooks considered per round; well above the slots, so that unresponsive ones cannot hide the rest. */
const MAX_CANDIDATES = 10_000

/** Options of a cache that grows with its entries; `max` would allocate memory for all of them in advance. */
const growingTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

/** Rounds of claiming deliveries from the outbox, attempting them and writing their outcomes. */
export function dispatchRounds(
  ports: DispatchPorts,
  { limits, hostLimit, leaseMs, timer, monotonicMs }: RoundOptions,
  { onError, onAttemptEnd }: RoundCallbacks,
) {
  const { deliveries, clock } = ports
  const attempts = attemptsInFlight()
  const windows = new LRUCache<WebhookId, number>(growingTo(MAX_WINDOWS_KEPT))
  const urls = new LRUCache<string, string>({
    ...growingTo(MAX_HOSTS_KEPT),
    memoMethod: (url) => receivingHost(url),
  })
  const throttle = hostThrottle(hostLimit, monotonicMs)
  const hosts = { of: (url: string) => urls.memo(url), freeSlots: throttle.freeSlots }
  const aborted = new AbortController()
  const writer = outcomeWriter(deliveries, timer, onError)

  const windowOf = (webhook: WebhookId) => Math.min(windows.get(webhook) ?? INITIAL_WINDOW, limits.perWebhook)

  async function claimAndAttempt() {
    if (attempts.counts().total >= limits.total || writer.isBehind()) return
    const now = clock.now()
    const candidates = await deliveries.waiting(now, MAX_CANDIDATES)
    const requests = fairShare(candidates, attempts.counts(), limits, windowOf, hosts)
    if (requests.length === 0) return
    for (const delivery of await deliveries.claim(requests, now, now + leaseMs)) attempt(delivery)
  }

  function attempt(delivery: ClaimedDelivery) {
    const { id, url } = delivery.webhook
    const host = hosts.of(url)
    // The URL may have changed after the slots of its host were counted.
    if (throttle.freeSlots(host) <= 0) return writer.write(notAttempted(delivery, clock.now()))
    throttle.count(host)
    const attempted = attemptDelivery(ports, delivery, aborted.signal)
      .then((outcome) => finishAttempt(id, outcome))
      .catch(onError)
    attempts.add(delivery, attempted, onAttemptEnd)
  }

  function finishAttempt(webhook: WebhookId, outcome: DeliveryOutcome) {
    windows.set(webhook, nextWindow(windowOf(webhook), outcome.answered, limits))
    writer.write(outcome)
  }

  return {
    /** Claims deliveries up to the capacity, and starts to attempt them. */
    claimAndAttempt,
    /** Resolves when the attempts in flight have ended and their outcomes are written. */
    async finish() {
      await attempts.ended()
      await writer.close()
    },
    /** Aborts the attempts in flight, which then return to the outbox. */
    abort: () => aborted.abort(),
  }
}

/** Gives a delivery back that was claimed and not attempted. */
const notAttempted = ({ id, webhook, attempt }: ClaimedDelivery, now: Instant): DeliveryOutcome => ({
  id,
  attempt,
  webhook: webhook.id,
  status: 'PENDING',
  response: null,
  nextAttemptAt: now,
  gone: false,
  answered: false,
  released: true,
})
