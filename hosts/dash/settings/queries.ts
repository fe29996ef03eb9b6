import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'

const USAGE = graphql(
  `query {
    meUsage { allowance linksCreated refillLinks periodEnd }
    meSub { plan status currentPeriodEnd cancelAtPeriodEnd }
    meAutoRefill { enabled thresholdPercent refillPackLinks maxMonthlySpend failure }
  }`,
)
const PLANS = graphql('query { plans { plan interval displayPrice displayPerMonth yearlyTotal priceId } }')

/** Changes of the account. */
export const CHANGE_PASSWORD = graphql(
  'mutation ($old: String!, $new: String!) { resetPassword(oldPassword: $old, newPassword: $new) { user { id } } }',
)
export const OPEN_CHECKOUT = graphql(
  'mutation ($priceId: String!) { createCheckoutSession(priceId: $priceId) { url } }',
)
export const OPEN_PORTAL = graphql('mutation { createPortalSession { url } }')
export const SET_REFILL = graphql(
  'mutation ($input: UpdateAutoRefillInput!) { updateAutoRefill(input: $input) { enabled } }',
)
export const SET_IGNORED_ADDRESSES = graphql(
  'mutation ($addresses: [String!]!) { setIgnoredAddresses(ignoredAddresses: $addresses) { ignoredAddresses } }',
)
export const DELETE_ACCOUNT = graphql('mutation { deleteAccount }')

/** The plan and its usage. */
export type Usage = AnswerOf<typeof USAGE>
/** A plan that can be had, by the month or by the year. */
export type Offer = AnswerOf<typeof PLANS>['plans'][number]

/** The plan and this month's usage. */
export const usage = queryOptions({
  queryKey: ['settings', 'usage'],
  queryFn: ({ signal }) => ask(USAGE, {}, { signal }),
})

/** The plans on offer, with their prices. */
export const plans = queryOptions({
  queryKey: ['settings', 'plans'],
  queryFn: ({ signal }) => ask(PLANS, {}, { signal }).then((answer) => answer.plans),
  staleTime: 60_000,
})
