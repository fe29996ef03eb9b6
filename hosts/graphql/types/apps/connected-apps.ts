import { approveApp, denyApp, disconnectApp, getPendingApp, listConnectedApps } from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

/** Apps that sign in by OAuth: the consent of their users, and their connections. */
export const connectedApps: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The apps that the caller has given access, the last used first."
      connectedApps: [ConnectedApp!]!
      "An app that waits for the caller's consent. Only for sessions: FORBIDDEN for API keys and apps. NOT_FOUND if it was answered, or waited too long."
      pendingApp(
        ${fieldsOf(getPendingApp.input, { uid: 'String!' })}
      ): PendingApp!
    }

    extend type Mutation {
      "Gives an app access to the caller's account. Only for sessions. Returns the URL where the browser goes next, which works once and only in that browser."
      approveApp(
        ${fieldsOf(approveApp.input, { uid: 'String!', scopes: '[String!]!' })}
      ): String!
      "Refuses an app. Only for sessions. Returns the URL where the browser goes next."
      denyApp(
        ${fieldsOf(denyApp.input, { uid: 'String!' })}
      ): String!
      "Ends the access of an app: all its tokens stop working at once."
      disconnectApp(
        ${fieldsOf(disconnectApp.input, { id: 'ID!' })}
      ): Boolean!
    }

    "An app that waits for consent."
    type PendingApp {
      "The name that the app gives itself."
      name: String!
      "The host of its metadata document, which proves where the app comes from; null without one."
      host: String
      "Whether its name is known to be true: it has a metadata document, or the operator named it."
      verified: Boolean!
      "The host that the browser goes to after the answer, such as claude.ai or localhost."
      redirectHost: String!
      "The scopes that it asks for; account is never among them."
      scopes: [String!]!
      "The scopes to select in advance."
      preselectedScopes: [String!]!
      "Until when the request can be answered."
      expiresAt: DateTime!
    }

    "An app with access to the account."
    type ConnectedApp {
      "Unique, stable identifier."
      id: ID!
      "The name that the app gives itself."
      name: String!
      "The host of its metadata document, which proves where the app comes from; null without one."
      host: String
      "Whether its name is known to be true: it has a metadata document, or the operator named it."
      verified: Boolean!
      "The identifier of the app at the authorization server; entries of the audit log have it after app:."
      clientId: String!
      "The granted scopes; empty for the link to a user of an outside issuer, which names them in its tokens."
      scopes: [String!]!
      "When the access was granted."
      createdAt: DateTime!
      "When the access was last used, accurate to the minute; null if never. It ends after 90 days without use."
      lastUsedAt: DateTime
    }
  `,
  resolvers: {
    Query: {
      connectedApps: field(listConnectedApps),
      pendingApp: field(getPendingApp, { shape: ({ client, ...app }) => ({ ...client, ...app }) }),
    },
    Mutation: {
      approveApp: field(approveApp, { shape: ({ url }) => url }),
      denyApp: field(denyApp),
      disconnectApp: field(disconnectApp),
    },
  },
  listSizes: { 'Query.connectedApps': 50 },
}
