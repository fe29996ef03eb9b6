import type { Instant } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './deliveries.port.ts'
import { messageOf } from './message.ts'
import { nextAttemptAt } from './retry.ts'
import type { SendResult, WebhookSender, WebhookSigner } from './sender.port.ts'

export interface AttemptPorts {
  readonly sender: WebhookSender
  readonly signer: WebhookSigner
  readonly clock: Clock
  /** A random number from [0, 1). */
  readonly random: () => number
  /** The service's public URL, for short links in payloads. */
  readonly baseUrl: string
  /** The wait before each retry, in milliseconds. */
  readonly schedule: readonly number[]
}

/** Attempts a delivery once. Aborting releases it: the attempt does not count, and the delivery is due at once. */
export async function attemptDelivery(
  ports: AttemptPorts,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const result = await ports.sender.send(messageOf(delivery, { ...ports, now: ports.clock.now() }), signal)
  const now = ports.clock.now()
  const { id, attempt } = delivery
  const outcome = {
    id,
    attempt,
    webhook: delivery.webhook.id,
    answered: result.kind === 'answered',
    gone: false,
    released: false,
  }
  // A response received despite the abort counts as usual.
  if (signal.aborted && result.kind === 'failed') {
    return { ...outcome, status: 'PENDING', response: null, nextAttemptAt: now, released: true }
  }
  return { ...outcome, response: describeResult(result), ...verdict(ports, delivery, result, now) }
}

function verdict({ schedule, random }: AttemptPorts, { step }: ClaimedDelivery, result: SendResult, now: Instant) {
  if (isSuccess(result)) return { status: 'SUCCEEDED' as const, nextAttemptAt: null }
  if (isGone(result)) return { status: 'FAILED' as const, nextAttemptAt: null, gone: true }
  const next = nextAttemptAt(step, result, { schedule, now, random: random() })
  return { status: next === null ? ('FAILED' as const) : ('PENDING' as const), nextAttemptAt: next }
}

const isSuccess = (result: SendResult) => result.kind === 'answered' && result.status >= 200 && result.status < 300
const isGone = (result: SendResult) => result.kind === 'answered' && result.status === 410

const describeResult = (result: SendResult) =>
  result.kind === 'failed' ? result.reason : `HTTP ${result.status}${result.body && `\n${result.body}`}`
