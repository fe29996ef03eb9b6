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
  type WebhookDelivery,
} from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { type Args, field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

const withSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({ ...webhook, secret })
const withInput = ({ input, ...rest }: Args) => ({ ...rest, ...input })

/** Webhooks and their deliveries. */
export const webhooks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's webhooks, newest first."
      webhooks: [Webhook!]!
      "Deliveries of one of the caller's webhooks, newest first. They are kept for 30 days."
      webhookDeliveries(
        ${fieldsOf(listWebhookDeliveries.input, { webhook: 'webhookId: ID!', take: 'Int = 100' })}
      ): [WebhookDelivery!]!
    }

    extend type Mutation {
      "Subscribes a URL to events. Only this response has the signing secret."
      createWebhook(
        "The webhook."
        input: CreateWebhookInput!
      ): Webhook!
      "Changes a webhook. Events queued for a disabled webhook wait until it is enabled."
      updateWebhook(
        ${fieldsOf(updateWebhook.input, { id: 'ID!' })}
        "The changes."
        input: UpdateWebhookInput!
      ): Webhook!
      "Removes a webhook with its deliveries."
      deleteWebhook(
        ${fieldsOf(deleteWebhook.input, { id: 'ID!' })}
      ): Boolean!
      "Gives a webhook a new secret, which only this response has. For 24 hours the previous secret signs too."
      rotateWebhookSecret(
        ${fieldsOf(rotateWebhookSecret.input, { id: 'ID!' })}
      ): Webhook!
      "Sends a delivery again, under the same webhook-id."
      replayWebhookDelivery(
        ${fieldsOf(replayWebhookDelivery.input, { id: 'ID!' })}
      ): WebhookDelivery!
      "Sends a sample event to a webhook, of any type."
      sendTestEvent(
        ${fieldsOf(sendTestEvent.input, { webhook: 'webhookId: ID!', event: 'String' })}
      ): WebhookDelivery!
    }

    "A webhook to create."
    input CreateWebhookInput {
      ${fieldsOf(createWebhook.input, { url: 'String!', events: '[String]' })}
    }

    "Changes to a webhook. What is left out stays as it is."
    input UpdateWebhookInput {
      ${fieldsOf(updateWebhook.input, { url: 'String', events: '[String]', enabled: 'Boolean' })}
    }

    "A subscription to events."
    type Webhook {
      "Stays the same for the life of the webhook."
      id: ID!
      "The URL that receives events."
      url: String!
      "The types of events that are sent."
      events: [String!]!
      "False if the owner disabled it, its receiver answered 410, or 20 events in a row failed."
      enabled: Boolean!
      "Events in a row that failed for good, since the last success or since it was enabled. 20 disable it."
      failures: Int!
      "Its newest delivery; null if there is none."
      lastDelivery: WebhookDelivery
      "When it was created."
      createdAt: DateTime!
      "The key that signs deliveries (Standard Webhooks); null except in the response that created it."
      secret: String
    }

    "An event that is or was sent to a webhook."
    type WebhookDelivery {
      "The header webhook-id, the same at every attempt."
      id: ID!
      "The event's type."
      event: String!
      "What is posted, byte for byte. It is kept and deleted with the delivery."
      body: String!
      "PENDING while attempts are left, then SUCCEEDED or FAILED."
      status: String!
      "The last HTTP status and the first 1 KiB of the body, or the network error."
      response: String
      "When it was queued."
      createdAt: DateTime!
      "Attempts so far."
      attempts: Int!
      "When the next attempt is due; null if there is none."
      nextAttemptAt: DateTime
    }
  `,
  resolvers: {
    Query: {
      webhooks: field(listWebhooks),
      webhookDeliveries: field(listWebhookDeliveries, {
        args: ({ webhookId, ...rest }) => ({ webhook: webhookId, ...rest }),
      }),
    },
    Mutation: {
      createWebhook: field(createWebhook, { args: withInput, shape: withSecret }),
      updateWebhook: field(updateWebhook, { args: withInput }),
      deleteWebhook: field(deleteWebhook),
      rotateWebhookSecret: field(rotateWebhookSecret, { shape: withSecret }),
      replayWebhookDelivery: field(replayWebhookDelivery),
      sendTestEvent: field(sendTestEvent, { args: ({ webhookId, ...rest }) => ({ webhook: webhookId, ...rest }) }),
    },
    Webhook: {
      lastDelivery: field(listWebhookDeliveries, {
        args: (_args, { id }: Webhook) => ({ webhook: id, take: 1 }),
        shape: ([newest]) => newest,
      }),
    },
    WebhookDelivery: { body: ({ data }: WebhookDelivery, _args, context) => context.payload(data) },
  },
  listSizes: { 'Query.webhooks': 50, 'Query.webhookDeliveries': 100 },
}
