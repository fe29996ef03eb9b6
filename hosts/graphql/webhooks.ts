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
import { type Args, field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

const withSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({ ...webhook, secret })
const withInput = ({ input, ...rest }: Args) => ({ ...rest, ...input })

/** Webhooks and what was sent to them. */
export const webhooks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's webhooks, newest first."
      webhooks: [Webhook!]!
      "The newest 100 deliveries of one of the caller's webhooks."
      webhookDeliveries(
        "The webhook's id."
        webhookId: ID!
      ): [WebhookDelivery!]!
    }

    extend type Mutation {
      "Subscribes an address to events. The signing secret is in this answer and nowhere else."
      createWebhook(
        "Where to send which events."
        input: CreateWebhookInput!
      ): Webhook!
      "Changes a webhook. What is queued for a disabled one waits until it is enabled again."
      updateWebhook(
        "The webhook's id."
        id: ID!
        "What to change; what is left out stays."
        input: UpdateWebhookInput!
      ): Webhook!
      "Removes a webhook with its deliveries."
      deleteWebhook(
        "The webhook's id."
        id: ID!
      ): Boolean!
      "Gives a webhook a new secret, told in this answer alone. For 24 hours the one before signs as well."
      rotateWebhookSecret(
        "The webhook's id."
        id: ID!
      ): Webhook!
      "Sends a delivery again, under the same webhook-id."
      replayWebhookDelivery(
        "The delivery's id."
        id: ID!
      ): WebhookDelivery!
      "Sends a made-up event to a webhook, whatever it subscribed to."
      sendTestEvent(
        "The webhook's id."
        webhookId: ID!
        "Its type; the first that the webhook subscribed to if left out."
        event: String
      ): WebhookDelivery!
    }

    "A new webhook."
    input CreateWebhookInput {
      "An http(s) URL at a public address."
      url: String!
      "One or more of link.created, link.clicked and bio.viewed."
      events: [String]
    }

    "Changes to a webhook; what is left out stays."
    input UpdateWebhookInput {
      "An http(s) URL at a public address."
      url: String
      "One or more of link.created, link.clicked and bio.viewed."
      events: [String]
      "Enabling forgets earlier failures."
      enabled: Boolean
    }

    "A subscription to events."
    type Webhook {
      "What the webhook is known by."
      id: ID!
      "Where events are posted to."
      url: String!
      "The types of events that are sent."
      events: [String!]!
      "False when its owner said so, its receiver answered 410 or 20 events in a row failed."
      enabled: Boolean!
      "When it was made."
      createdAt: DateTime!
      "What deliveries are signed with (Standard Webhooks); null but in the answer that made it."
      secret: String
    }

    "An event on its way to a webhook."
    type WebhookDelivery {
      "Sent along as the header webhook-id, the same at every try."
      id: ID!
      "The event's type."
      event: String!
      "PENDING while tries are left, then SUCCEEDED or FAILED."
      status: String!
      "The last HTTP status and the first 1 KiB of the body, or the network error."
      response: String
      "When it was queued."
      createdAt: DateTime!
      "Tries so far."
      attempts: Int!
      "Null once it is over."
      nextAttemptAt: DateTime
    }
  `,
  resolvers: {
    Query: {
      webhooks: field(listWebhooks),
      webhookDeliveries: field(listWebhookDeliveries, { args: ({ webhookId }) => ({ webhook: webhookId }) }),
    },
    Mutation: {
      createWebhook: field(createWebhook, { args: withInput, shape: withSecret }),
      updateWebhook: field(updateWebhook, { args: withInput }),
      deleteWebhook: field(deleteWebhook),
      rotateWebhookSecret: field(rotateWebhookSecret, { shape: withSecret }),
      replayWebhookDelivery: field(replayWebhookDelivery),
      sendTestEvent: field(sendTestEvent, { args: ({ webhookId, ...rest }) => ({ webhook: webhookId, ...rest }) }),
    },
  },
  listSizes: { 'Query.webhooks': 50, 'Query.webhookDeliveries': 100 },
}
