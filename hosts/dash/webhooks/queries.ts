import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'
import { every } from '../api/query-client.ts'
import { pollMs, SLOW_MS } from './poll-ms.ts'

const WEBHOOK = graphql('fragment Hook on Webhook { id url events enabled failures createdAt }')
const DELIVERY = graphql(
  'fragment Delivery on WebhookDelivery { id event status response createdAt attempts nextAttemptAt }',
)
const LIST = graphql('query { webhooks { ...Hook lastDelivery { ...Delivery } } }', [WEBHOOK, DELIVERY])
const ONE = graphql('query ($id: ID!) { webhooks { ...Hook } webhookDeliveries(webhookId: $id) { ...Delivery } }', [
  WEBHOOK,
  DELIVERY,
])
const BODIES = graphql('query ($id: ID!) { webhookDeliveries(webhookId: $id) { id body } }')

/** Changes of webhooks. */
export const CREATE = graphql(
  'mutation ($webhook: CreateWebhookInput!) { createWebhook(input: $webhook) { id secret } }',
)
export const CHANGE = graphql(
  'mutation ($id: ID!, $changes: UpdateWebhookInput!) { updateWebhook(id: $id, input: $changes) { id } }',
)
export const ROTATE = graphql('mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret } }')
export const DELETE = graphql('mutation ($id: ID!) { deleteWebhook(id: $id) }')
export const TEST = graphql(
  'mutation ($id: ID!, $event: String!) { sendTestEvent(webhookId: $id, event: $event) { id } }',
)
export const REPLAY = graphql('mutation ($id: ID!) { replayWebhookDelivery(id: $id) { id } }')

export type Hook = AnswerOf<typeof WEBHOOK>
export type Delivery = AnswerOf<typeof DELIVERY>
export type NewHook = InputOf<typeof CREATE>['webhook']
export type HookChange = InputOf<typeof CHANGE>['changes']

/** The account's webhooks, each with its newest delivery. */
export const webhooks = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => ask(LIST, {}, { signal }).then((answer) => answer.webhooks),
  refetchInterval: every(SLOW_MS),
})

/** One webhook and its newest deliveries; the webhook is null once it is deleted. */
export const webhook = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async ({ signal }) => {
      const answer = await ask(ONE, { id }, { signal })
      return { hook: answer.webhooks.find((one) => one.id === id) ?? null, deliveries: answer.webhookDeliveries }
    },
    refetchInterval: (query) => {
      const { hook, deliveries = [] } = query.state.data ?? {}
      return every(pollMs(hook?.enabled === true, deliveries, Date.now()))(query)
    },
  })

/** The posted body of a delivery. Queried separately from the list, which is polled every few seconds; it never changes. */
export const body = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'body', deliveryId],
    queryFn: async ({ signal }) => {
      const { webhookDeliveries } = await ask(BODIES, { id: webhookId }, { signal })
      return webhookDeliveries.find(({ id }) => id === deliveryId)?.body ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
