import { getService, type Service } from '@shortlink/core'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** Information about the service for clients. */
export const service: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The service, and the settings that clients need."
      service: Service!
    }

    "The service, and the settings that clients need."
    type Service {
      "The server version."
      version: String!
      "The base URL of short links."
      baseUrl: String!
      "The URL that agents connect to; null if disabled."
      mcpUrl: String
      "The URL that apps connect to which sign in (OAuth), such as Claude and ChatGPT; null if disabled."
      mcpOauthUrl: String
      "The outside authorization server where apps sign in; null for the service's own one."
      oauthIssuer: String
      "Who can sign up."
      signup: Signup!
      "Whether any account exists."
      hasAccounts: Boolean!
      "Whether signup requires the token that the server printed at startup."
      signupNeedsToken: Boolean!
      "Whether creating a link requires an account."
      accountNeeded: Boolean!
      "Whether plans can be purchased."
      billing: Boolean!
      "Whether visits include cities, which requires a geo database from the operator."
      cities: Boolean!
      "Whether visits are stored with the visitor's full IP address."
      addressesKept: Boolean!
    }

    "Who can sign up."
    enum Signup {
      "Anyone."
      OPEN
      "Only the first account, which does not exist yet."
      FIRST
      "Callers with an invitation of an administrator."
      INVITE
      "No one."
      CLOSED
    }
  `,
  resolvers: {
    Query: { service: field(getService) },
    Service: { signup: ({ signup }: Service) => signup.toUpperCase() },
  },
}
