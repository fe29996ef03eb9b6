import type { Instant } from '../kernel/caller.ts'
import type { Clock } from '../ports.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './deliveries.port.ts'
import { messageOf } from './message.ts'
import { nextAttemptAt } from './retry.ts'
import type { WebhookAnswer, WebhookSender, WebhookSigner } from './sender.port.ts'

export interface AttemptPorts {
  readonly sender: WebhookSender
  readonly signer: WebhookSigner
  readonly clock: Clock
  /** A draw from [0, 1). */
  readonly chance: () => number
  /** The service's public address, for short links in payloads. */
  readonly baseUrl: string
  /** The wait before each retry, in milliseconds. */
  readonly schedule: readonly number[]
}

/** Tries a delivery once. Aborting gives it back untried, due at once. */
export async function attemptDelivery(
  ports: AttemptPorts,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const answer = await ports.sender.send(messageOf(delivery, { ...ports, now: ports.clock.now() }), signal)
  const now = ports.clock.now()
  const { id, attempt } = delivery
  const outcome = {
    id,
    attempt,
    webhook: delivery.webhook.id,
    answered: answer.kind === 'answered',
    gone: false,
    released: false,
  }
  // An answer that came in spite of the abort is a result like any other.
  if (signal.aborted && answer.kind === 'failed') {
    return { ...outcome, status: 'PENDING', response: null, nextAttemptAt: now, released: true }
  }
  return { ...outcome, response: wordsOf(answer), ...verdict(ports, delivery, answer, now) }
}

function verdict({ schedule, chance }: AttemptPorts, { step }: ClaimedDelivery, answer: WebhookAnswer, now: Instant) {
  if (isSuccess(answer)) return { status: 'SUCCEEDED' as const, nextAttemptAt: null }
  if (isGone(answer)) return { status: 'FAILED' as const, nextAttemptAt: null, gone: true }
  const next = nextAttemptAt(step, answer, { schedule, now, draw: chance() })
  return { status: next === null ? ('FAILED' as const) : ('PENDING' as const), nextAttemptAt: next }
}

const isSuccess = (answer: WebhookAnswer) => answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
const isGone = (answer: WebhookAnswer) => answer.kind === 'answered' && answer.status === 410

const wordsOf = (answer: WebhookAnswer) =>
  answer.kind === 'failed' ? answer.reason : `HTTP ${answer.status}${answer.body && `\n${answer.body}`}`
