import { okAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { type BillingInterval, ENTITLEMENTS, type Plan } from './plan.ts'

/** A plan on offer. Prices are display texts in US dollars. */
export interface PlanOffer {
  readonly plan: Plan
  readonly interval: BillingInterval
  readonly displayPrice: string
  readonly displayPerMonth: string
  readonly yearlyTotal: string | null
  readonly links: number
  readonly description: string
  readonly features: readonly string[]
  /** The payment provider's id of its price; null if it is not sold. */
  readonly priceId: string | null
}

const DESCRIPTION: Record<Plan, string> = {
  FREE: 'For trying things out',
  STARTER: 'For a site of your own',
  PRO: 'For teams and campaigns',
}

const offer = (plan: Plan, interval: BillingInterval, perMonth: number): Omit<PlanOffer, 'priceId'> => ({
  plan,
  interval,
  displayPrice: interval === 'month' ? `$${perMonth}` : `$${perMonth * 12}`,
  displayPerMonth: `$${perMonth}`,
  yearlyTotal: interval === 'year' ? `$${perMonth * 12}` : null,
  links: ENTITLEMENTS[plan].monthlyLinkQuota,
  description: DESCRIPTION[plan],
  features: featuresOf(plan),
})

function featuresOf(plan: Plan): string[] {
  const { monthlyLinkQuota, customDomains, maxWebhooks, maxBioPages } = ENTITLEMENTS[plan]
  return [
    monthlyLinkQuota === 0 ? 'Links without metering' : `${monthlyLinkQuota.toLocaleString('en-US')} links a month`,
    `${customDomains} custom ${customDomains === 1 ? 'domain' : 'domains'}`,
    `${maxWebhooks} webhooks`,
    `${maxBioPages} bio pages`,
    'API, MCP and bulk operations',
  ]
}

const OFFERS = [
  offer('FREE', 'month', 0),
  offer('STARTER', 'month', 9),
  offer('STARTER', 'year', 7),
  offer('PRO', 'month', 29),
  offer('PRO', 'year', 24),
]

/** The plans on offer, for display. The payment provider's prices are authoritative. */
export const listPlans = defineUseCase({
  name: 'listPlans',
  access: 'anyone',
  scope: null,
  input: z.object({}),
  run: ({ payments: { planPrices } }) =>
    okAsync(
      OFFERS.map((offer): PlanOffer => {
        const sold = planPrices.find(({ plan, interval }) => plan === offer.plan && interval === offer.interval)
        return { ...offer, priceId: sold?.priceId ?? null }
      }),
    ),
})
