import type { Payments } from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import { PLAN_PRICES, type Settings } from '../settings/settings.ts'

/** Payments by Stripe; without a key at the provider billing is off. */
export async function openPayments(settings: Settings, log: Log): Promise<Payments> {
  const { billingOff, stripePayments } = await import('@shortlink/adapters/payments')
  const secretKey = settings.PAYMENT_SECRET_KEY
  if (secretKey === undefined) return billingOff
  const plans = PLAN_PRICES.flatMap(([name, plan, interval]) => {
    const priceId = settings[name]
    return priceId === undefined ? [] : [{ priceId, plan, interval }]
  })
  return stripePayments({
    secretKey,
    webhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
    apiBase: settings.PAYMENT_API_BASE,
    prices: { plans, refill: settings.PRICE_REFILL },
    onProblem: (message, details) => log.warn(details, message),
  })
}
