import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const SESSIONS = graphql('query { sessions { id browser os network createdAt lastUsedAt current } }')

export const END_SESSION = graphql('mutation ($id: ID!) { endSession(id: $id) }')
export const END_OTHER_SESSIONS = graphql('mutation { endOtherSessions }')

/** The account's open sessions, the last used first. */
export const sessions = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: ({ signal }) => ask(SESSIONS, {}, { signal }).then((answer) => answer.sessions),
})

export type ListedSession = AnswerOf<typeof SESSIONS>['sessions'][number]
