import type { Payments } from '@shortlink/core'
import type { Log } from '../log.ts'
import { PLAN_PRICES, type Settings } from '../settings.ts'

/** Payments by Stripe; without a key at the provider billing is off. */
export async function openPayments(settings: Settings, log: Log): Promise<Payments> {
  const { billingOff, stripePayments } = await import('@shortlink/adapters/payments')
  const secretKey = settings.PAYMENT_SECRET_KEY
  if (secretKey === undefined) return billingOff
  const plans = PLAN_PRICES.map(([name, plan]) => [settings[name], plan] as const)
  return stripePayments({
    secretKey,
    webhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
    apiBase: settings.PAYMENT_API_BASE,
    prices: {
      plans: Object.fromEntries(plans.filter(([price]) => price !== undefined)),
      refill: settings.PRICE_REFILL,
    },
    onProblem: (message, details) => log.warn(details, message),
  })
}
