import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const CONNECTED_APPS = graphql('query { connectedApps { id name host verified scopes createdAt lastUsedAt } }')
export const DISCONNECT_APP = graphql('mutation ($id: ID!) { disconnectApp(id: $id) }')

/** An app with access to the account. */
export type ConnectedApp = AnswerOf<typeof CONNECTED_APPS>['connectedApps'][number]

/** The apps with access to the account. */
export const connectedApps = queryOptions({
  queryKey: ['settings', 'apps'],
  queryFn: ({ signal }) => ask(CONNECTED_APPS, {}, { signal }).then((answer) => answer.connectedApps),
})
