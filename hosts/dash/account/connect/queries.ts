import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const PENDING_APP = graphql(
  'query ($uid: String!) { pendingApp(uid: $uid) { name host verified redirectHost scopes preselectedScopes } }',
)
export const APPROVE_APP = graphql(
  'mutation ($uid: String!, $scopes: [String!]!) { approveApp(uid: $uid, scopes: $scopes) }',
)
export const DENY_APP = graphql('mutation ($uid: String!) { denyApp(uid: $uid) }')

/** An app that waits for consent. */
export type PendingApp = AnswerOf<typeof PENDING_APP>['pendingApp']
/** The app that asks for consent. It is read once: a later read would change what the user is about to confirm. */
export const pendingApp = (uid: string) =>
  queryOptions({
    queryKey: ['pending-app', uid],
    queryFn: ({ signal }) => ask(PENDING_APP, { uid }, { signal }).then((answer) => answer.pendingApp),
    staleTime: Number.POSITIVE_INFINITY,
  })
