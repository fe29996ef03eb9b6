import type { Dispatcher, Timer } from '@shortlink/core/ports'
import { systemTimers } from '../kit/timers.ts'
import { type DispatchPorts, dispatchRounds, type RoundOptions } from './dispatch-rounds.ts'
import { interruptibleSleep } from './interruptible-sleep.ts'
import { outboxUpkeep } from './outbox-upkeep.ts'

export interface DispatcherOptions extends RoundOptions {
  /** Polling interval of the outbox without a wake: neither other replicas nor the hit worker wake this process. */
  readonly pollIntervalMs: number
}

const DEFAULTS: DispatcherOptions = {
  limits: { total: 1000, perOwner: 100, perWebhook: 50 },
  hostLimit: { deliveries: 600, windowMs: 60_000 },
  pollIntervalMs: 500,
  leaseMs: 15_000,
  timer: systemTimers.once,
  monotonicMs: () => performance.now(),
}

/** Minimum interval between rounds, so that each can claim several deliveries. */
const ROUND_INTERVAL_MS = 5
const RETRY_DELAY_MS = 1000
/** How long `stop` waits for a store that does not respond. Deliveries with an unwritten outcome are attempted again. */
const STORE_TIMEOUT_MS = 2000

export interface RunningDispatcher extends Dispatcher {
  start(): void
  /** Claims no more, waits `graceMs` milliseconds for attempts in flight, then aborts them and gives them back to the outbox. */
  stop(graceMs: number): Promise<void>
}

/**
 * Delivers the outbox, in parallel with any number of dispatchers in other processes. Each claims deliveries up to its capacity,
 * attempts them, and writes outcomes in batches. Calls `onError` when the store fails, and writes the outcomes later.
 */
export function webhookDispatcher(
  ports: DispatchPorts,
  onError: (error: unknown) => void,
  options: Partial<DispatcherOptions> = {},
): RunningDispatcher {
  const { pollIntervalMs, ...roundOptions } = { ...DEFAULTS, ...options }
  const { timer, monotonicMs } = roundOptions
  const { sleep, wake, close } = interruptibleSleep(timer)
  const upkeep = outboxUpkeep(ports.deliveries, ports.clock, monotonicMs)
  const rounds = dispatchRounds(ports, roundOptions, { onError, onAttemptEnd: wake })
  let isStopping = false
  let running: Promise<void> | undefined

  async function run() {
    while (!isStopping) {
      try {
        await upkeep.makeUntriedDue()
        await rounds.claimAndAttempt()
        await upkeep.forgetOld()
        await sleep({ minMs: ROUND_INTERVAL_MS, maxMs: pollIntervalMs })
      } catch (error) {
        onError(error)
        await sleep({ minMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MS })
      }
    }
  }

  async function finish() {
    await running
    await rounds.finish()
  }

  return {
    wake,
    start() {
      running ??= run()
    },
    async stop(graceMs) {
      isStopping = true
      close()
      const cancelAbort = timer(graceMs, rounds.abort)
      await atMost(timer, graceMs + STORE_TIMEOUT_MS, finish())
      cancelAbort()
    },
  }
}

/** Resolves with the work, or without it after `maxMs` milliseconds. */
async function atMost(timer: Timer, maxMs: number, work: Promise<void>): Promise<void> {
  const { sleep, close } = interruptibleSleep(timer)
  await Promise.race([work, sleep({ minMs: maxMs, maxMs })])
  close()
}
