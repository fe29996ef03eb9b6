import {
  type AttemptPorts,
  attemptDelivery,
  type ClaimedDelivery,
  DELIVERY_RETENTION_MS,
  type Deliveries,
  type DeliveryOutcome,
  type Dispatcher,
  type DispatchLimits,
  fairShare,
  type Instant,
  nextWindow,
  receivingHost,
  type UserId,
  type WebhookId,
} from '@shortlink/core'
import { counterMap } from './counter-map.ts'
import { type HostLimit, hostThrottle } from './host-throttle.ts'
import { interruptibleSleep } from './interruptible-sleep.ts'
import { outcomeWriter } from './outcome-writer.ts'

export interface DispatcherOptions {
  readonly limits: DispatchLimits
  /** What one host is sent by this process, over all accounts and ports; what is over waits. */
  readonly hostLimit: HostLimit
  /** The outbox is looked at so often without a wake, in milliseconds: other replicas and the hit worker wake nobody. */
  readonly poll: number
  /** A try that has not ended after so long, in milliseconds, is taken for lost and made again. Longer than the sender's timeout. */
  readonly lease: number
}

const DEFAULTS: DispatcherOptions = {
  limits: { total: 1000, perOwner: 100, perWebhook: 50 },
  hostLimit: { deliveries: 600, windowMs: 60_000 },
  poll: 500,
  lease: 15_000,
}

/** A receiver nobody knows yet gets so many messages at once, and more as it answers. */
const INITIAL_WINDOW = 8
/** Webhooks whose width is kept in mind; then all start anew. */
const WIDTHS = 10_000
/** URLs whose host is kept in mind; then all are parsed anew. */
const URLS = 20_000
/** So many webhooks that wait are considered: far more than have a place, lest silent ones hide the others. */
const WAITING = 10_000
/** Rounds follow one another no faster (ms), so that each claims what several tries have left room for. */
const BREATH = 5
const AFTER_ERROR = 1000
/** A store that does not answer is waited for so long at the end (ms); leases see to what it does not hear of. */
const STORE_PATIENCE = 2000
const HOUR = 60 * 60 * 1000
const FORGET_AT_ONCE = 1000
/** How often deliveries are looked for that a clock which was ahead made due later, in milliseconds. */
const HASTEN_EVERY = 60_000

export interface RunningDispatcher extends Dispatcher {
  start(): void
  /** Claims nothing more, waits `grace` milliseconds for what is under way, gives the rest back to the outbox and resolves. */
  stop(grace: number): Promise<void>
}

/**
 * Delivers what is in the outbox, beside any number of dispatchers of other processes: each claims what it has room for, tries
 * it, and writes results in batches. `onError` hears when the store fails; what was tried meanwhile is kept and written later.
 */
export function webhookDispatcher(
  ports: AttemptPorts & { readonly deliveries: Deliveries },
  onError: (error: unknown) => void,
  options: Partial<DispatcherOptions> = {},
): RunningDispatcher {
  const { limits, hostLimit, poll, lease } = { ...DEFAULTS, ...options }
  const { deliveries, clock } = ports
  const owners = counterMap<UserId>()
  const webhooks = counterMap<WebhookId>()
  const underWay = new Set<Promise<void>>()
  const widths = new Map<WebhookId, number>()
  const throttle = hostThrottle(hostLimit)
  const hosts = { of: memoized(receivingHost, URLS), freeSlots: throttle.freeSlots }
  const { pause, cutShort, close } = interruptibleSleep()
  const aborted = new AbortController()
  const writer = outcomeWriter(deliveries, onError)
  let forgotten = 0
  let hastenedAt = Number.NEGATIVE_INFINITY
  let stopping = false
  let running: Promise<void> | undefined

  const widthOf = (webhook: WebhookId) => Math.min(widths.get(webhook) ?? INITIAL_WINDOW, limits.perWebhook)

  async function claimAndTry() {
    if (underWay.size >= limits.total || writer.isBehind()) return
    const now = clock.now()
    const waiting = await deliveries.waiting(now, WAITING)
    const busy = { total: underWay.size, ofOwner: owners.of, ofWebhook: webhooks.of }
    const wants = fairShare(waiting, busy, limits, widthOf, hosts)
    if (wants.length === 0) return
    for (const delivery of await deliveries.claim(wants, now, now + lease)) begin(delivery)
  }

  function begin(delivery: ClaimedDelivery) {
    const { id, owner, url } = delivery.webhook
    const host = hosts.of(url)
    // The URL was changed after the slots of its host were counted.
    if (throttle.freeSlots(host) <= 0) return writer.write(untried(delivery, clock.now()))
    throttle.count(host)
    owners.add(owner, 1)
    webhooks.add(id, 1)
    const promise = attemptDelivery(ports, delivery, aborted.signal)
      .then((outcome) => end(id, outcome))
      .catch(onError)
      .finally(() => {
        owners.add(owner, -1)
        webhooks.add(id, -1)
        underWay.delete(promise)
        cutShort()
      })
    underWay.add(promise)
  }

  function end(webhook: WebhookId, outcome: DeliveryOutcome) {
    if (widths.size > WIDTHS) widths.clear()
    widths.set(webhook, nextWindow(widthOf(webhook), outcome.answered, limits))
    writer.write(outcome)
  }

  async function run() {
    while (!stopping) {
      try {
        await hasten()
        await claimAndTry()
        await forgetOld()
        await pause({ shortest: BREATH, longest: poll })
      } catch (error) {
        onError(error)
        await pause({ shortest: AFTER_ERROR, longest: AFTER_ERROR })
      }
    }
  }

  /** By a clock that never steps, unlike the one that is mistrusted here. */
  async function hasten() {
    if (performance.now() - hastenedAt < HASTEN_EVERY) return
    await deliveries.makeUntriedDue(clock.now())
    hastenedAt = performance.now()
  }

  /** Once an hour, in small bites; every replica does, and finds the less the more there are. */
  async function forgetOld() {
    const now = clock.now()
    if (now - forgotten < HOUR) return
    const count = await deliveries.forget(now - DELIVERY_RETENTION_MS, FORGET_AT_ONCE)
    if (count < FORGET_AT_ONCE) forgotten = now
  }

  async function finished() {
    await running
    await Promise.all(underWay)
    await writer.close()
  }

  return {
    wake: cutShort,
    start() {
      running ??= run()
    },
    async stop(grace) {
      stopping = true
      close()
      const cutOff = setTimeout(() => aborted.abort(), grace)
      const { pause: patience, close: endPatience } = interruptibleSleep()
      const deadline = grace + STORE_PATIENCE
      await Promise.race([finished(), patience({ shortest: deadline, longest: deadline })])
      clearTimeout(cutOff)
      endPatience()
    },
  }
}

/** Gives a delivery back that was claimed and not tried. */
const untried = ({ id, webhook, attempt }: ClaimedDelivery, now: Instant): DeliveryOutcome => ({
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

/** Remembers at most `max` results, then starts anew. */
function memoized(work: (key: string) => string, max: number) {
  const results = new Map<string, string>()
  return (key: string) => {
    const known = results.get(key)
    if (known !== undefined) return known
    if (results.size >= max) results.clear()
    const result = work(key)
    results.set(key, result)
    return result
  }
}
