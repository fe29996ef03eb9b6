import type { Plan } from '@shortlink/core'

/** What prices buy, by the provider's ids. */
export interface Prices {
  readonly plans: Readonly<Record<string, Exclude<Plan, 'FREE'>>>
  /** The price of one refill pack; without it none are sold. */
  readonly refill?: string | undefined
}

/** Currencies whose smallest unit is the unit itself, and those with thousandths, as the provider counts them. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '))

/** An amount in the currency's smallest unit as hundredths of the unit, rounded up. */
export function toHundredths(amount: number, currency: string): number {
  if (WHOLE.has(currency)) return amount * 100
  return THOUSANDTHS.has(currency) ? Math.ceil(amount / 10) : amount
}
