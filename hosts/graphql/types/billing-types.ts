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
    "Paid or granted."
    ACTIVE
    "Trial, not paid yet."
    TRIALING
    "A payment failed; the plan stays active until the period ends."
    PAST_DUE
    CANCELED
    "Awaiting payment: the first payment, or one whose retries are exhausted."
    INCOMPLETE
  }

  "A subscription of an account."
  type Subscription {
    "Unique, stable identifier."
    id: ID!
    "The subscribed plan; the status determines whether it is active."
    plan: Plan!
    "The payment status."
    status: SubscriptionStatus!
    "Start of the current paid period."
    currentPeriodStart: DateTime
    "End of the current paid period."
    currentPeriodEnd: DateTime
    "Whether the subscription ends with the current period."
    cancelAtPeriodEnd: Boolean!
    "Day of the month on which usage resets, 1 to 31."
    anchorDay: Int
  }

  "Links created in a month, and the plan's monthly limit."
  type UsageMeter {
    "Start of the metered month."
    periodStart: DateTime
    "End of the metered month (exclusive)."
    periodEnd: DateTime
    "Links created in the month."
    linksCreated: Int!
    "Additional links purchased in the month."
    refillLinks: Int!
    "Links included in the plan per month."
    allowance: Int!
  }

  "Settings for buying additional links automatically."
  type AutoRefillSetting {
    "Whether packs are purchased automatically."
    enabled: Boolean!
    "Percentage of available links used that triggers a purchase."
    thresholdPercent: Int!
    "Links per pack."
    refillPackLinks: Int!
    "Maximum monthly spend on packs, in whole currency units."
    maxMonthlySpend: Int!
    "Why the last purchase failed; null if it did not."
    failure: String
  }

  "A plan offered for a billing interval."
  type BillingPlan {
    "The plan."
    plan: Plan!
    "Billing interval: month or year."
    interval: String!
    "Price per billing interval."
    displayPrice: String!
    "Price per month."
    displayPerMonth: String!
    "Price per year; null for monthly plans."
    yearlyTotal: String
    "Links per month; 0 if unmetered."
    links: Int!
    "Who the plan is for."
    description: String!
    "What the plan includes."
    features: [String!]!
    "Price id for createCheckoutSession; null if the plan is not for sale."
    priceId: ID
  }

  "A checkout page of the payment provider."
  type CheckoutSessionResult {
    "The URL of the page."
    url: String!
  }

  "A page for managing payment and invoices."
  type PortalSessionResult {
    "The URL of the page."
    url: String!
  }
`
