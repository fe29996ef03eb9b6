import { fillOrders, forgetOrphans, type Ports } from '@shortlink/core'
import type { Log } from './log.ts'

const EVERY = 2000

/** Looks every two seconds for what is to be bought or told at the payment provider, on every replica. Gives back how to stop. */
export function startPurchases(ports: Ports, log: Log): () => void {
  if (!ports.payments.configured) return () => {}
  let looking = false
  const look = async () => {
    looking = true
    try {
      const orders = await fillOrders(ports)
      if (orders > 0) log.info({ orders }, 'refills looked at')
      await forgetOrphans(ports)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => {
    if (!looking) ports.background.run('buy refills', look)
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
