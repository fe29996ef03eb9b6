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
import { fieldsOf } from '../described.ts'
import { type Args, field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

const withSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({ ...webhook, secret })
const withInput = ({ input, ...rest }: Args) => ({ ...rest, ...input })

/** Webhooks and their deliveries. */
export const webhooks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's webhooks, newest first."
      webhooks: [Webhook!]!
      "Deliveries of one of the caller's webhooks, newest first. Deleted after 30 days."
      webhookDeliveries(
        ${fieldsOf(listWebhookDeliveries.input, { webhook: 'webhookId: ID!', take: 'Int = 100' })}
      ): [WebhookDelivery!]!
    }

    extend type Mutation {
      "Creates a webhook. Only this response includes the signing secret."
      createWebhook(
        "The webhook."
        input: CreateWebhookInput!
      ): Webhook!
      "Updates a webhook. Events queued for a disabled webhook wait until it is enabled."
      updateWebhook(
        ${fieldsOf(updateWebhook.input, { id: 'ID!' })}
        "The changes."
        input: UpdateWebhookInput!
      ): Webhook!
      "Deletes a webhook and its deliveries."
      deleteWebhook(
        ${fieldsOf(deleteWebhook.input, { id: 'ID!' })}
      ): Boolean!
      "Rotates a webhook's secret. Only this response includes the new secret. The previous secret also signs for 24 hours."
      rotateWebhookSecret(
        ${fieldsOf(rotateWebhookSecret.input, { id: 'ID!' })}
      ): Webhook!
      "Resends a delivery with the same webhook-id."
      replayWebhookDelivery(
        ${fieldsOf(replayWebhookDelivery.input, { id: 'ID!' })}
      ): WebhookDelivery!
      "Sends a sample event of any type to a webhook."
      sendTestEvent(
        ${fieldsOf(sendTestEvent.input, { webhook: 'webhookId: ID!', event: 'String' })}
      ): WebhookDelivery!
    }

    "A webhook to create."
    input CreateWebhookInput {
      ${fieldsOf(createWebhook.input, { url: 'String!', events: '[String]' })}
    }

    "Changes to a webhook. Omitted fields keep their values."
    input UpdateWebhookInput {
      ${fieldsOf(updateWebhook.input, { url: 'String', events: '[String]', enabled: 'Boolean' })}
    }

    "A subscription to events."
    type Webhook {
      "Unique, stable identifier."
      id: ID!
      "The endpoint URL."
      url: String!
      "The subscribed event types."
      events: [String!]!
      "False if the owner disabled the webhook, its endpoint returned 410, or 20 events in a row failed."
      enabled: Boolean!
      "Consecutive events that failed after all retries, since the last success or since the webhook was enabled. 20 failures disable it."
      failures: Int!
      "The newest delivery; null if there is none."
      lastDelivery: WebhookDelivery
      "When the webhook was created."
      createdAt: DateTime!
      "The signing secret (Standard Webhooks); null except in the response that created it."
      secret: String
    }

    "An event sent, or queued to be sent, to a webhook."
    type WebhookDelivery {
      "The value of the webhook-id header, the same for every attempt."
      id: ID!
      "The event type."
      event: String!
      "The exact request body. It is stored and deleted with the delivery."
      body: String!
      "PENDING while attempts remain, then SUCCEEDED or FAILED."
      status: String!
      "The last HTTP status and the first 1 KiB of the body, or the network error."
      response: String
      "When the delivery was queued."
      createdAt: DateTime!
      "Number of attempts so far."
      attempts: Int!
      "When the next attempt is due; null if none is scheduled."
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
        ofNew: null,
        args: (_args, { id }: Webhook) => ({ webhook: id, take: 1 }),
        shape: ([newest]) => newest,
      }),
    },
    WebhookDelivery: { body: ({ data }: WebhookDelivery, _args, context) => context.payload(data) },
  },
  listSizes: { 'Query.webhooks': 50, 'Query.webhookDeliveries': 100 },
}
