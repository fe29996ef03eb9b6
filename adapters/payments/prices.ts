import type { PlanPrice } from '@shortlink/core'

/** The products of the provider's prices. */
export interface Prices {
  readonly plans: readonly PlanPrice[]
  /** The price of one refill pack; without it packs are not sold. */
  readonly refill?: string | undefined
}

/** The plan that a price buys, if it is one of ours. */
export const planOf = ({ plans }: Prices, price: string) => plans.find(({ priceId }) => priceId === price)?.plan

/** Currencies without decimals, and those with three, as the provider counts them. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '))

/** An amount in the currency's smallest unit as hundredths of the unit, rounded up. */
export function toHundredths(amount: number, currency: string): number {
  if (WHOLE.has(currency)) return amount * 100
  return THOUSANDTHS.has(currency) ? Math.ceil(amount / 10) : amount
}
