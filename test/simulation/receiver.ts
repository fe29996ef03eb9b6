import assert from 'node:assert/strict'
import { webhookDispatcher } from '@shortlink/adapters/webhooks'
import type { SendResult, WebhookMessage, WebhookSender } from '@shortlink/core/ports'
import { Webhook } from 'standardwebhooks'
import { StoreFault } from './faults.ts'
import type { Outside, Services, Starting } from './outside.ts'

/** What the receiver does with its next message: it fails, gets none, gets it but its response is lost, or is slow. */
export const REPLIES = ['error', 'unreachable', 'lost', 'slow'] as const
export type Reply = (typeof REPLIES)[number]

const LATENCY_MS = 50
/** Longer than a lease. */
const SLOW_MS = 20_000
/** When a sender gives up. */
const TIMEOUT_MS = 10_000
/** How far the clocks of replicas may be off. */
const MAX_SKEW_MS = 600_000
/** Short, so that a history ends soon, with more attempts than a receiver fails. */
const SCHEDULE_MS = Array.from({ length: 40 }, () => 5000)

/** The receiver of all webhooks, and the dispatchers that send to it. */
export class Receiver implements Outside {
  /** Bodies by the id of the message. */
  readonly bodies = new Map<string, string>()
  readonly replies: Reply[] = []
  /** The secret of each URL. */
  readonly secrets = new Map<string, string>()
  /** Called with each message that arrives. */
  onArrival: (id: string, body: string) => void = () => {}
  /** What a message that arrived violated. */
  finding: unknown
  pollIntervalMs = 500

  connect(starting: Starting): Services {
    const { ports, once, clock } = starting
    const { store, webhookSigner, policy } = ports
    const dispatcher = webhookDispatcher(
      {
        deliveries: store.deliveries,
        sender: this.#sender(starting),
        signer: webhookSigner,
        clock: ports.clock,
        random: () => 0.5,
        baseUrl: policy.baseUrl,
        schedule: SCHEDULE_MS,
      },
      (error) => {
        if (!(error instanceof StoreFault)) this.finding ??= error
      },
      { timer: once, monotonicMs: clock.now, pollIntervalMs: this.pollIntervalMs },
    )
    dispatcher.start()
    return { ports: { dispatcher }, close: () => dispatcher.stop(1000) }
  }

  #sender({ once, clock }: Starting): WebhookSender {
    const send = async (message: WebhookMessage): Promise<SendResult> => {
      const reply = this.replies.shift()
      const sentAt = clock.wall()
      const later = (delayMs: number) => new Promise<void>((resolve) => void once(delayMs, resolve))
      const failed = { kind: 'failed', reason: 'timeout' } as const
      if (reply === 'unreachable') return later(TIMEOUT_MS).then(() => failed)
      // What was sent arrives although the replica crashes.
      const arrivesMs = reply === 'slow' ? SLOW_MS : LATENCY_MS
      clock.once(arrivesMs, () => reply === 'error' || this.#receive(message, sentAt))
      if (reply === 'slow' || reply === 'lost') return later(TIMEOUT_MS).then(() => failed)
      await later(2 * LATENCY_MS)
      return { kind: 'answered', status: reply === 'error' ? 500 : 204, body: '', retryAfter: null }
    }
    return {
      send: (message, signal) =>
        Promise.race([
          send(message),
          new Promise<SendResult>((resolve) =>
            signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'aborted' })),
          ),
        ]),
    }
  }

  #receive(message: WebhookMessage, sentAt: number) {
    try {
      this.#check(message, sentAt)
    } catch (error) {
      this.finding ??= error
    }
  }

  #check({ url, headers, body }: WebhookMessage, sentAt: number) {
    const [id = '', timestamp] = [headers['webhook-id'], headers['webhook-timestamp']]
    const signedAt = new Date(Number(timestamp) * 1000)
    assert(Math.abs(signedAt.getTime() - sentAt) <= MAX_SKEW_MS + 1000, `sent at ${signedAt.toISOString()}`)
    // Not `verify`, which asks the real clock.
    const signature = new Webhook(this.secrets.get(url) ?? '').sign(id, signedAt, body)
    assert(headers['webhook-signature']?.split(' ').includes(signature), `the signature of ${id}`)
    assert.equal(body, this.bodies.get(id) ?? body, `another body of ${id}`)
    this.bodies.set(id, body)
    this.onArrival(id, body)
  }
}
