/** Types of plans, usage and payments. */
export const BILLING_TYPES = /* GraphQL */ `
  "A plan of an account."
  enum Plan {
    FREE
    STARTER
    PRO
  }

  "The status of a subscription."
  enum SubscriptionStatus {
    "Paid for, or granted."
    ACTIVE
    "Not paid for yet."
    TRIALING
    "A payment failed; the plan holds until the period ends."
    PAST_DUE
    CANCELED
    "Waits for a payment: the first, or one whose retries have ended."
    INCOMPLETE
  }

  "A subscription of an account."
  type Subscription {
    "Stays the same for the life of the subscription."
    id: ID!
    "The subscribed plan; the status decides whether it is in force."
    plan: Plan!
    "The status of its payment."
    status: SubscriptionStatus!
    "Start of the current paid period."
    currentPeriodStart: DateTime
    "End of the current paid period."
    currentPeriodEnd: DateTime
    "Whether it ends with the current period."
    cancelAtPeriodEnd: Boolean!
    "Day of the month on which usage is reset, 1 to 31."
    anchorDay: Int
  }

  "Links created in a month, and links that the plan allows."
  type UsageMeter {
    "First instant of the metered month."
    periodStart: DateTime
    "First instant of the next month."
    periodEnd: DateTime
    "Links created in the month."
    linksCreated: Int!
    "Links bought on top of the allowance in the month."
    refillLinks: Int!
    "Links that the plan allows in a month."
    allowance: Int!
  }

  "When links beyond the allowance are bought."
  type AutoRefillSetting {
    "Whether packs are bought at all."
    enabled: Boolean!
    "Percentage of the available links that, once used, orders a pack."
    thresholdPercent: Int!
    "Links in a pack."
    refillPackLinks: Int!
    "Most to spend on packs in a month, in whole units of the currency."
    maxMonthlySpend: Int!
    "Why the last pack could not be bought; null if nothing failed."
    failure: String
  }

  "An offer of a plan for an interval."
  type BillingPlan {
    "The plan."
    plan: Plan!
    "month or year."
    interval: String!
    "The price of an interval."
    displayPrice: String!
    "The price a month."
    displayPerMonth: String!
    "The price of a year; null for plans paid by the month."
    yearlyTotal: String
    "Links a month; 0 if they are not metered."
    links: Int!
    "The users the plan is meant for."
    description: String!
    "What the plan includes."
    features: [String!]!
    "For createCheckoutSession; null if it is not sold."
    priceId: ID
  }

  "A page to subscribe on."
  type CheckoutSessionResult {
    "The address of the page."
    url: String!
  }

  "A page to manage payment on."
  type PortalSessionResult {
    "The address of the page."
    url: String!
  }
`
