import {
  getAutoRefill,
  getSubscription,
  getUsage,
  listPlans,
  type OutputOf,
  openCheckout,
  openPortal,
  updateAutoRefill,
} from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field, withoutNulls } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'
import { BILLING_TYPES } from './billing-types.ts'

type OwnSubscription = OutputOf<typeof getSubscription>

/** Returned for accounts without a subscription. */
const FREE = {
  id: 'free',
  plan: 'FREE',
  status: 'ACTIVE',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  anchorDay: null,
} as const

/** Plans, usage and payments. */
export const billing: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The available plans."
      plans: [BillingPlan!]!
      "The caller's subscription, or the free plan."
      meSub: Subscription
      "The caller's usage in the current month; zeros and null periods if the account is not metered."
      meUsage: UsageMeter
      "The caller's auto-refill setting."
      meAutoRefill: AutoRefillSetting
    }

    extend type Mutation {
      "Creates a checkout page at the payment provider."
      createCheckoutSession(
        ${fieldsOf(openCheckout.input, { priceId: 'String!' })}
      ): CheckoutSessionResult!
      "Creates a page at the payment provider for managing payment and invoices."
      createPortalSession: PortalSessionResult!
      "Updates the auto-refill setting and retries a refused purchase."
      updateAutoRefill(
        "The changes."
        input: UpdateAutoRefillInput!
      ): AutoRefillSetting!
    }

    "Changes to the auto-refill setting. Omitted fields keep their values."
    input UpdateAutoRefillInput {
      ${fieldsOf(updateAutoRefill.input, {
        enabled: 'Boolean',
        thresholdPercent: 'Int',
        refillPackLinks: 'Int',
        maxMonthlySpend: 'Int',
      })}
    }

    ${BILLING_TYPES}
  `,
  resolvers: {
    Query: {
      plans: field(listPlans),
      meSub: field(getSubscription, { shape: ({ subscription }: OwnSubscription) => subscription ?? FREE }),
      meUsage: field(getUsage),
      meAutoRefill: field(getAutoRefill),
    },
    Mutation: {
      createCheckoutSession: field(openCheckout),
      createPortalSession: field(openPortal),
      updateAutoRefill: field(updateAutoRefill, { args: ({ input }) => withoutNulls(input) }),
    },
  },
  listSizes: { 'Query.plans': 5 },
}
