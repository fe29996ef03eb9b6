import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhook,
  type Webhook,
} from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { limited } from '../table/limited.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const WebhookShape = shapeOf('Webhook')
const WebhookWithSecret = shapeOf('Webhook', { as: 'WebhookWithSecret' })
const Delivery = shapeOf('WebhookDelivery')

const withSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({ ...webhook, secret })

/** Operations on webhooks and their deliveries. */
export const webhookRoutes: readonly Row[] = [
  route('GET', '/webhooks', listWebhooks, { summary: 'List webhooks, newest first', answer: list(WebhookShape) }),
  route('POST', '/webhooks', createWebhook, {
    summary: 'Create a webhook',
    description: 'Only this response includes the signing secret.',
    answer: one(WebhookWithSecret, { of: withSecret, location: ({ webhook }) => `/webhooks/${webhook.id}` }),
  }),
  route('PATCH', '/webhooks/{id}', updateWebhook, { summary: 'Update a webhook', answer: one(WebhookShape) }),
  route('DELETE', '/webhooks/{id}', deleteWebhook, {
    summary: 'Delete a webhook and its deliveries',
    answer: nothing,
  }),
  route('POST', '/webhooks/{id}/rotate', rotateWebhookSecret, {
    summary: "Rotate a webhook's signing secret",
    description: 'Only this response includes the new secret. The previous secret also signs for 24 hours.',
    answer: one(WebhookWithSecret, { of: withSecret }),
  }),
  route('POST', '/webhooks/{id}/test', sendTestEvent, {
    summary: 'Send a sample event to a webhook',
    params: { id: 'webhook' },
    answer: one(Delivery),
  }),
  route('GET', '/webhooks/{id}/deliveries', listWebhookDeliveries, {
    summary: 'List the deliveries of a webhook, newest first',
    params: { id: 'webhook' },
    ...limited(listWebhookDeliveries.input),
    answer: list(Delivery),
  }),
  route('POST', '/webhooks/{id}/deliveries/{deliveryId}/replay', replayWebhookDelivery, {
    summary: 'Send a delivery again',
    params: { id: 'webhook', deliveryId: 'id' },
    answer: one(Delivery),
  }),
]
