import { getService, type Service } from '@shortlink/core'
import { field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** Information about the service for clients. */
export const service: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The service and those of its settings that clients need."
      service: Service!
    }

    "The service and those of its settings that clients need."
    type Service {
      "The version of the server."
      version: String!
      "The address below which short links are."
      baseUrl: String!
      "The address that agents connect to; null while that is off."
      mcpUrl: String
      "Who may sign up now."
      signup: Signup!
      "Whether signup needs the token that the server printed at its start."
      signupNeedsToken: Boolean!
      "Whether creating a link needs an account."
      accountNeeded: Boolean!
      "Whether plans can be bought."
      billing: Boolean!
      "Whether visits have cities, for which the operator gives a file."
      cities: Boolean!
      "Whether visits are stored with the whole address of the visitor."
      addressesKept: Boolean!
    }

    "Who may sign up."
    enum Signup {
      "Every caller."
      OPEN
      "The first account only, which does not exist yet."
      FIRST
      "No caller."
      CLOSED
    }
  `,
  resolvers: {
    Query: { service: field(getService) },
    Service: { signup: ({ signup }: Service) => signup.toUpperCase() },
  },
}
