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
import { field, withoutNulls } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

type OwnSubscription = OutputOf<typeof getSubscription>

/** Who has not subscribed is on the free plan. */
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
      "The plans on offer."
      plans: [BillingPlan!]!
      "The caller's subscription; the free plan without one."
      meSub: Subscription
      "The caller's use in the current month; zeros and no period where nothing is metered."
      meUsage: UsageMeter
      "When links beyond the plan's are bought for the caller."
      meAutoRefill: AutoRefillSetting
    }

    extend type Mutation {
      "Opens a page of the payment provider's on which to subscribe."
      createCheckoutSession(
        "The payment provider's id of a plan's price."
        priceId: String!
      ): CheckoutSessionResult!
      "Opens a page of the payment provider's on which to manage payment and invoices."
      createPortalSession: PortalSessionResult!
      "Changes when links beyond the plan's are bought. A purchase that was refused is tried anew."
      updateAutoRefill(
        "What to change; what is left out stays."
        input: UpdateAutoRefillInput!
      ): AutoRefillSetting!
    }

    "What an account can be on."
    enum Plan {
      FREE
      STARTER
      PRO
    }

    "How a subscription stands."
    enum SubscriptionStatus {
      "Paid for, or granted."
      ACTIVE
      "Not paid for yet."
      TRIALING
      "A payment failed; the plan holds until the period ends."
      PAST_DUE
      CANCELED
      "Waits for a payment: the first, or one whose retries are through."
      INCOMPLETE
    }

    "What an account has subscribed to."
    type Subscription {
      "What the subscription is known by."
      id: ID!
      "What was subscribed to; it counts while the status lets it."
      plan: Plan!
      "Whether it is paid for."
      status: SubscriptionStatus!
      "Since when the running period is paid for."
      currentPeriodStart: DateTime
      "Until when it is paid for."
      currentPeriodEnd: DateTime
      "Whether it ends with the running period."
      cancelAtPeriodEnd: Boolean!
      "Day of the month on which use is counted anew, 1 to 31."
      anchorDay: Int
    }

    "How many links were created in a month, and how many the plan allows."
    type UsageMeter {
      "First instant of the month that is counted."
      periodStart: DateTime
      "First instant of the month after."
      periodEnd: DateTime
      "Links created in the month."
      linksCreated: Int!
      "Links bought on top of the allowance in the month."
      refillLinks: Int!
      "Links that the plan allows in a month."
      allowance: Int!
    }

    "When links beyond the plan's are bought."
    type AutoRefillSetting {
      "Whether they are bought at all."
      enabled: Boolean!
      "A pack is bought when use comes to this share of what is available."
      thresholdPercent: Int!
      "Links in a pack."
      refillPackLinks: Int!
      "What may be spent on packs in a month, in whole units of the currency."
      maxMonthlySpend: Int!
      "Why the last pack could not be bought; null when nothing is amiss."
      failure: String
    }

    "What to change of the auto-refill setting."
    input UpdateAutoRefillInput {
      "Whether packs are bought at all."
      enabled: Boolean
      "1 to 100."
      thresholdPercent: Int
      "1 to 10,000."
      refillPackLinks: Int
      "0 to 1,000,000, in whole units of the currency."
      maxMonthlySpend: Int
    }

    "A plan as it is offered for an interval."
    type BillingPlan {
      "Which plan is offered."
      plan: Plan!
      "month or year."
      interval: String!
      "What an interval costs."
      displayPrice: String!
      "What that is a month."
      displayPerMonth: String!
      "What a year costs; null for plans paid by the month."
      yearlyTotal: String
      "Links a month; 0 where they are not metered."
      links: Int!
      "Whom the plan is for."
      description: String!
      "What the plan includes."
      features: [String!]!
    }

    "A page on which to subscribe."
    type CheckoutSessionResult {
      "Where to send the person who pays."
      url: String!
    }

    "A page on which to manage payment."
    type PortalSessionResult {
      "Where to send the person who pays."
      url: String!
    }
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
