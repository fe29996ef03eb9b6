import {
  type Account,
  changePassword,
  createApiKey,
  deleteAccount,
  endOtherSessions,
  endSession,
  getAccount,
  listApiKeys,
  listLinks,
  listSessions,
  logIn,
  logOut,
  revokeApiKey,
  rotateApiKey,
  type Session,
  setIgnoredAddresses,
  signUp,
  useResetLink,
} from '@shortlink/core'
import type { Context } from '../context.ts'
import { fieldsOf } from '../described.ts'
import { type Args, field } from '../field.ts'
import type { Resolver, SchemaPart } from '../schema-part.ts'

const NEWEST_LINKS = 100

const newestLinks: Resolver<Account> = field(listLinks, {
  args: () => ({ take: NEWEST_LINKS }),
  shape: ({ items }) => items,
})

/** A client that keeps its session as a cookie gets the token only there. */
function began(session: Session, _args: Args, { cookieSession }: Context) {
  if (cookieSession === undefined) return session
  cookieSession.begin(session.cookieToken)
  return { ...session, token: '' }
}

function ended(isDone: boolean, _args: Args, { cookieSession }: Context) {
  cookieSession?.end()
  return isDone
}

/** Accounts, sessions and API keys. */
export const identity: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's account."
      getUserInfo: User
      "The caller's API keys without their secrets, newest first."
      getApiKeys: [ApiKey!]!
      "The caller's open sessions, the last used first, at most 100."
      sessions: [Session!]!
    }

    extend type Mutation {
      "Logs in with an email address and password."
      login(
        ${fieldsOf(logIn.input, { email: 'String!', password: 'String!' })}
      ): AuthPayload!
      "Creates an account and logs in; FORBIDDEN if the operator has closed sign-up."
      signup(
        ${fieldsOf(signUp.input, { name: 'String!', email: 'String!', password: 'String!', token: 'String', invite: 'String' })}
      ): AuthPayload!
      "Changes the caller's password: every earlier session ends and a new one begins."
      resetPassword(
        ${fieldsOf(changePassword.input, { oldPassword: 'String!', newPassword: 'String!' })}
      ): AuthPayload
      "Sets a new password with a reset link and ends every session of the account. NOT_FOUND if the link is unknown, used or expired."
      useResetLink(
        ${fieldsOf(useResetLink.input, { token: 'String!', newPassword: 'String!' })}
      ): Boolean!
      "Revokes the session token of this request, even if it also has an API key; returns false without a token."
      logout: Boolean!
      "Ends one of the caller's sessions: its tokens are refused from now on."
      endSession(
        ${fieldsOf(endSession.input, { id: 'ID!' })}
      ): Boolean!
      "Ends all other sessions of the caller, and returns how many of the listed ones ended."
      endOtherSessions: Int!
      "Creates an API key; an account has at most 100 unexpired keys. Only this response includes the secret."
      createApiKey(
        ${fieldsOf(createApiKey.input, {
          label: 'String!',
          expiresAt: 'String',
          scopes: '[String!]',
          targetHosts: '[String!]',
        })}
      ): CreatedApiKey!
      "Replaces an API key with one of the same label, scopes, target hosts and expiration. Only this response includes the secret."
      rotateApiKey(
        ${fieldsOf(rotateApiKey.input, { id: 'ID!', overlapHours: 'Int = 24' })}
      ): CreatedApiKey!
      "Revokes an API key immediately."
      revokeApiKey(
        ${fieldsOf(revokeApiKey.input, { id: 'ID!' })}
      ): Boolean!
      "Sets the IP addresses whose visits to the caller's links are redirected but not recorded."
      setIgnoredAddresses(
        ${fieldsOf(setIgnoredAddresses.input, { ignoredAddresses: '[String!]!' })}
      ): User!
      "Permanently deletes the caller's account and all its data."
      deleteAccount: Boolean!
    }

    "An account."
    type User {
      "Unique, stable identifier."
      id: ID!
      "The account holder's name."
      name: String!
      "The email address, as entered at sign-up."
      email: String!
      "When the account was created."
      createdAt: DateTime!
      "USER, or ADMIN for an administrator of the instance."
      role: String!
      "IP addresses and CIDR blocks whose visits to the account's links are not recorded."
      ignoredAddresses: [String!]!
      "The newest 100 links; null if the request's credential belongs to another user."
      shortlinks: [Shortlink!]
    }

    "A new session."
    type AuthPayload {
      "A JWT for the Authorization: Bearer header, valid for seven days. Empty for the dashboard, which receives it as a cookie."
      token: String!
      "The logged-in account."
      user: User!
    }

    "A session: a login that has not ended."
    type Session {
      "Unique, stable identifier; no credential."
      id: ID!
      "The browser or program; null if unknown."
      browser: String
      "The operating system; null if unknown."
      os: String
      "The network of the IP address: a /24 block of IPv4, a /48 block of IPv6. Null if unknown."
      network: String
      "When the session began."
      createdAt: DateTime!
      "When the session was last used, accurate to five minutes."
      lastUsedAt: DateTime!
      "When the session expires."
      expiresAt: DateTime!
      "Whether this request belongs to the session."
      current: Boolean!
    }

    "An API key, without its secret."
    type ApiKey {
      "Unique, stable identifier; not the key itself."
      id: ID!
      "The name of the key."
      label: String!
      "The prefix of every key."
      prefix: String!
      "The last four characters of the key."
      last4: String!
      "When the key was last used, accurate to the minute; null if never."
      lastUsedAt: DateTime
      "The network of the client at the last use, /24 of IPv4 or /48 of IPv6; null if unknown."
      lastUsedNetwork: String
      "When the key expires; null if never."
      expiresAt: DateTime
      "When the key was created."
      createdAt: DateTime!
      "The scopes of the key; null for all."
      scopes: [String!]
      "Hosts that targets of the key's links must lead to; a leading dot includes all subdomains. Null for any host."
      targetHosts: [String!]
      "The id of the key that this key replaces."
      rotatedFrom: ID
    }

    "A newly created API key."
    type CreatedApiKey {
      "The key, without its secret."
      apiKey: ApiKey!
      "The key, for the x-api-key header. It cannot be retrieved later."
      secret: String!
    }
  `,
  resolvers: {
    Query: {
      getUserInfo: field(getAccount),
      getApiKeys: field(listApiKeys),
      sessions: field(listSessions),
    },
    Mutation: {
      login: field(logIn, { attempts: ({ email }, context) => context.tryEmail(email), shape: began }),
      signup: field(signUp, { shape: began }),
      resetPassword: field(changePassword, {
        attempts: (_args, context) =>
          context.caller.kind === 'user' ? context.tryAccount(context.caller.userId) : undefined,
        shape: began,
      }),
      useResetLink: field(useResetLink, { shape: () => true }),
      logout: field(logOut, { shape: ended }),
      endSession: field(endSession),
      endOtherSessions: field(endOtherSessions),
      createApiKey: field(createApiKey),
      rotateApiKey: field(rotateApiKey),
      revokeApiKey: field(revokeApiKey),
      setIgnoredAddresses: field(setIgnoredAddresses),
      deleteAccount: field(deleteAccount, { shape: ended }),
    },
    User: {
      shortlinks: (user: Account, args, context, info) =>
        context.caller.kind === 'user' && context.caller.userId === user.id
          ? newestLinks(user, args, context, info)
          : null,
    },
  },
  rateLimits: {
    login: 'auth',
    signup: 'auth',
    resetPassword: 'auth',
    useResetLink: 'auth',
    setIgnoredAddresses: 'bulk',
  },
  listSizes: { 'User.shortlinks': NEWEST_LINKS, 'Query.getApiKeys': 200, 'Query.sessions': 100 },
}
