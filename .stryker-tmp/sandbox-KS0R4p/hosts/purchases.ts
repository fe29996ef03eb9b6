import { setTimeout as delay } from 'node:timers/promises'
import { fillOrders, forgetOrphans, type Ports } from '@shortlink/core'
import type { Log } from './log.ts'

const EVERY = 2000

/**
 * Looks every two seconds for what is to be bought or told at the payment provider, on every replica. Gives back how to stop, which
 * waits `grace` milliseconds for what is under way; what is cut off is known again by the provider when it is tried next.
 */
export function startPurchases(ports: Ports, log: Log): (grace: number) => Promise<void> {
  if (!ports.payments.configured) return async () => {}
  let underWay: Promise<void> | undefined

  async function look() {
    try {
      const orders = await fillOrders(ports)
      if (orders > 0) log.info({ orders }, 'refills looked at')
      await forgetOrphans(ports)
    } catch (err) {
      log.error({ err }, 'refills cannot be bought')
    } finally {
      underWay = undefined
    }
  }

  const timer = setInterval(() => {
    underWay ??= look()
  }, EVERY)
  timer.unref()
  return async (grace) => {
    clearInterval(timer)
    await Promise.race([underWay, delay(grace, undefined, { ref: false })])
  }
}
