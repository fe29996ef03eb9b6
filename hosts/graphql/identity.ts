import {
  type Account,
  changePassword,
  createApiKey,
  deleteAccount,
  getAccount,
  listApiKeys,
  listLinks,
  logIn,
  logOut,
  revokeApiKey,
  signUp,
} from '@shortlink/core'
import { field } from './field.ts'
import type { Resolver, SchemaPart } from './schema-part.ts'

const NEWEST_LINKS = 100

const newestLinks: Resolver<Account> = field(listLinks, {
  args: () => ({ take: NEWEST_LINKS }),
  shape: ({ items }) => items,
})

/** Accounts, sessions and API keys. */
export const identity: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's own account."
      getUserInfo: User
      "The caller's API keys, newest first, without their secrets."
      getApiKeys: [ApiKey!]!
    }

    extend type Mutation {
      "Opens a session for a known e-mail address and its password."
      login(
        "Whatever its case."
        email: String!
        "The account's password."
        password: String!
      ): AuthPayload!
      "Opens an account and its first session. A password has 8 to 128 characters and is none of the common ones."
      signup(
        "What to call its holder."
        name: String!
        "One account an address, whatever its case."
        email: String!
        "8 to 128 characters."
        password: String!
      ): AuthPayload!
      "Changes the caller's password: every earlier session ends and a new one begins."
      resetPassword(
        "The password as it is."
        oldPassword: String!
        "The password to be: 8 to 128 characters."
        newPassword: String!
      ): AuthPayload
      "Ends the session whose token this request carries, also beside an API key; false if it carries none. Safe to repeat."
      logout: Boolean!
      "Makes an API key; an account has at most 100, of which expired ones make room. Its secret is in this answer and nowhere else."
      createApiKey(
        "What to know the key by."
        label: String!
        "From this ISO 8601 instant on, which is to come, the key is refused; never, if left out. One that is made by a key ends when that one does at the latest."
        expiresAt: String
      ): CreatedApiKey!
      "Ends an API key, at once."
      revokeApiKey(
        "The key's id."
        id: ID!
      ): Boolean!
      "Removes the caller's account and everything that is theirs, for good."
      deleteAccount: Boolean!
    }

    "An account."
    type User {
      "What the account is known by."
      id: ID!
      "What its holder is called."
      name: String!
      "As given at sign-up."
      email: String!
      "When the account was opened."
      createdAt: DateTime!
      "The newest 100; null where the user is not who the request's own credential belongs to."
      shortlinks: [Shortlink!]
    }

    "A session that was opened."
    type AuthPayload {
      "A JWT for the Authorization header, as Bearer; good for seven days."
      token: String!
      "Whose session it is."
      user: User!
    }

    "An API key, without its secret."
    type ApiKey {
      "What the key is known by; not the key itself."
      id: ID!
      "What its owner knows it by."
      label: String!
      "How every key begins."
      prefix: String!
      "The last four characters of the key."
      last4: String!
      "When the key was last used, to the minute; null if never."
      lastUsedAt: DateTime
      "From when on the key is refused; null for never."
      expiresAt: DateTime
      "When the key was made."
      createdAt: DateTime!
    }

    "An API key at its creation."
    type CreatedApiKey {
      "The key as it is listed from now on."
      apiKey: ApiKey!
      "For the x-api-key header. It cannot be read again."
      secret: String!
    }
  `,
  resolvers: {
    Query: {
      getUserInfo: field(getAccount),
      getApiKeys: field(listApiKeys),
    },
    Mutation: {
      login: field(logIn, { attempts: ({ email }, context) => context.attemptedAccount(email) }),
      signup: field(signUp),
      resetPassword: field(changePassword, {
        attempts: (_args, { caller }) => (caller.kind === 'user' ? caller.userId : undefined),
      }),
      logout: field(logOut),
      createApiKey: field(createApiKey),
      revokeApiKey: field(revokeApiKey),
      deleteAccount: field(deleteAccount),
    },
    User: {
      shortlinks: (user: Account, args, context, info) =>
        context.caller.kind === 'user' && context.caller.userId === user.id
          ? newestLinks(user, args, context, info)
          : null,
    },
  },
  rateLimits: { login: 'auth', signup: 'auth', resetPassword: 'auth' },
  listSizes: { 'User.shortlinks': NEWEST_LINKS, 'Query.getApiKeys': 100 },
}
