import {
  type AnyLink,
  createInvitation,
  createResetLink,
  getInstanceStats,
  listAccounts,
  listAnyLinks,
  setAccountDisabled,
  setLinkDisabled,
} from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

const PAGE = { skip: 'Int = 0', take: 'Int = 100' } as const
/** GraphQL's `host` is core's `targetHost`. */
const HOST = { targetHost: 'host' } as const

/** Operations of administrators. Core refuses every credential but their sessions. */
export const admin: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The accounts of the instance, newest first. Requires the session of an administrator, like every operation whose name starts with admin."
      adminUsers(
        ${fieldsOf(listAccounts.input, { search: 'String', ...PAGE })}
      ): AdminUserList!
      "The links of all accounts, anonymous ones included, newest first."
      adminLinks(
        ${fieldsOf(listAnyLinks.input, { search: 'String', targetHost: 'host: String', owner: 'ID', ...PAGE })}
      ): AdminLinkList!
      "The sizes of the instance."
      adminStats: AdminStats!
    }

    extend type Mutation {
      "Disables an account: its credentials are rejected, its links and bio pages are closed, and its webhooks pause. Enabling it undoes that."
      adminSetUserDisabled(
        ${fieldsOf(setAccountDisabled.input, { id: 'ID!', disabled: 'Boolean!' })}
      ): Boolean!
      "Creates a link with which the holder of another account sets a new password; it replaces the previous one. Only this response has it."
      adminCreateResetLink(
        ${fieldsOf(createResetLink.input, { id: 'ID!' })}
      ): AdminResetLink!
      "Disables a link of any owner: visitors get 410. Enabling it undoes that."
      adminSetLinkDisabled(
        ${fieldsOf(setLinkDisabled.input, { id: 'ID!', disabled: 'Boolean!' })}
      ): Boolean!
      "Creates an invitation to sign up, which counts while the sign-up policy is INVITE. Only this response has its code."
      adminCreateInvite: AdminInvite!
    }

    "An invitation to sign up, for one account."
    type AdminInvite {
      "The value of signup's argument invite. It cannot be retrieved later."
      code: String!
      "The sign-up form with the code."
      url: String!
      "When the invitation expires: after seven days."
      expiresAt: DateTime!
    }

    "A link that sets a new password once, and ends all sessions of the account."
    type AdminResetLink {
      "The page of the dashboard with the form. Anyone with the URL can set the password. It cannot be retrieved later."
      url: String!
      "When the link expires: after 24 hours."
      expiresAt: DateTime!
    }

    "A page of accounts."
    type AdminUserList {
      "The accounts on this page."
      items: [AdminUser!]!
      "Number of accounts on all pages."
      totalCount: Int!
    }

    "An account, as administrators see it."
    type AdminUser {
      "Unique, stable identifier."
      id: ID!
      "The account holder's name."
      name: String!
      "The email address, as entered at sign-up."
      email: String!
      "USER, or ADMIN for an administrator of the instance."
      role: String!
      "The plan that applies now."
      plan: String!
      "Number of links."
      links: Int!
      "Number of recorded visits to the links."
      visits: Float!
      "When the account was created."
      createdAt: DateTime!
      "When an administrator disabled the account; null while it is enabled."
      disabledAt: DateTime
    }

    "A page of links of all accounts."
    type AdminLinkList {
      "The links on this page."
      items: [AdminLink!]!
      "Number of links on all pages."
      totalCount: Int!
    }

    "A link, as administrators see it."
    type AdminLink {
      "Unique, stable identifier."
      id: ID!
      "The slug."
      shortlink: String!
      "The link's custom domain; null for the service's own host."
      hostname: String
      "The short URL."
      shortUrl: String!
      "The destination URL, unless a rule redirects elsewhere."
      target: String!
      "The display title."
      title: String
      "The id of the owner's account; null for an anonymous link."
      owner: ID
      "The email address of the owner's account."
      ownerEmail: String
      "Number of recorded visits."
      hitCount: Int!
      "When the link was created."
      createdAt: DateTime!
      "Whether the link is active, or why not."
      status: LinkStatus!
      "Whether an administrator disabled the link."
      disabled: Boolean!
    }

    "The sizes of the instance."
    type AdminStats {
      "Number of accounts."
      accounts: Int!
      "Number of links, anonymous ones included."
      links: Int!
      "Number of recorded visits to these links."
      visits: Float!
      "Number of abuse reports that are not resolved."
      openReports: Int!
    }
  `,
  resolvers: {
    Query: {
      adminUsers: field(listAccounts),
      adminLinks: field(listAnyLinks, {
        args: ({ host, ...rest }) => ({ ...rest, targetHost: host, archived: null }),
        names: HOST,
      }),
      adminStats: field(getInstanceStats),
    },
    Mutation: {
      adminSetUserDisabled: field(setAccountDisabled, { shape: () => true }),
      adminCreateResetLink: field(createResetLink),
      adminSetLinkDisabled: field(setLinkDisabled, { shape: () => true }),
      adminCreateInvite: field(createInvitation),
    },
    AdminLink: {
      shortlink: ({ slug }: AnyLink) => slug,
      hostname: ({ hostname }: AnyLink) => hostname || null,
      shortUrl: (link: AnyLink, _args, context) => context.shortUrl(link),
      status: (link: AnyLink, _args, context) => context.statusOf(link),
    },
  },
  listSizes: {
    'Query.adminUsers': 100,
    'AdminUserList.items': 1,
    'Query.adminLinks': 100,
    'AdminLinkList.items': 1,
  },
}
