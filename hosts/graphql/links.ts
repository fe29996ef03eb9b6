import {
  createLink,
  createLinks,
  deleteLinks,
  followLink,
  getLink,
  getLinkRules,
  type Link,
  type LinkOutline,
  linkAnalytics,
  listLinks,
  updateLinks,
} from '@shortlink/core'
import { type Args, field, withoutNulls } from './field.ts'
import type { Resolver, SchemaPart } from './schema-part.ts'

/** GraphQL says \`shortlink\` where core says \`slug\`. */
const toNewLink = ({ shortlink, ...rest }: Args) => withoutNulls({ slug: shortlink ?? null, ...rest })

const withShortlink = <Item extends { value: unknown }>({ value, ...item }: Item) => ({ ...item, shortlink: value })

/** Each asking is a visit of its own, whatever its idempotency key. */
const follow = field(followLink, {
  args: ({ shortlink, hostname }, _parent, { visitor }) => ({ slug: shortlink, hostname, visitor }),
  replay: false,
})

const storedRules = field(getLinkRules, { args: (_args, { id }: LinkOutline) => ({ id }) })

/** Lists come without rules, which may take most of their bytes. */
const rules: Resolver<Link | LinkOutline> = (link, args, context, info) =>
  'rules' in link ? link.rules : storedRules(link, args, context, info)

/** Links and where they lead. */
export const links: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's links, newest first."
      shortlinkConnection(
        "How many to pass over; 0 if left out."
        skip: Int
        "How many to return: 20 if left out, at most 100."
        take: Int
        "Keeps those with this text anywhere in slug, target or title, whatever the case."
        search: String
      ): ShortlinkConnection!
      "One of the caller's links."
      getShortlinkInfo(
        "The link's id."
        id: ID!
      ): Shortlink
      "Totals over the caller's links and the ten most visited."
      shortlinkAnalytics: ShortlinkAnalytics!
      "Where a slug of the service's own host leads this visitor. Counts as a visit when the link is tracked."
      targetUrl(
        "The slug."
        shortlink: String!
      ): String
      "Where a slug leads this visitor. Counts as a visit when the link is tracked."
      getTargetByShortlink(
        "The slug."
        shortlink: String!
        "The custom domain the link lives on; the service's own host if left out."
        hostname: String
      ): String
    }

    extend type Mutation {
      "Shortens an address and returns the slug. Title and tracking are for logged-in callers alone."
      createShortlink(
        "An absolute http:// or https:// URL of at most 2048 characters, without credentials; no short link of this service."
        target: String!
        "The slug: 1 to 100 of A-Z a-z 0-9 _ -. Generated if left out."
        shortlink: String
        "What its owner knows it by."
        title: String
        "Whether visits are recorded; true if left out."
        enableTracking: Boolean
        "A verified domain of the caller's, for the link to live on."
        domainId: String
        "Routing rules, tried in order: at most 50 and 64 KiB of JSON together; without an account 5 and 4 KiB."
        rules: [LinkRuleInput!]
      ): String!
      "Shortens up to 1000 addresses. One result an item, in input order; a failing item does not fail the others."
      createShortlinks(
        "The links to make."
        inputs: [CreateShortlinkInput!]!
      ): [BulkShortlinkResult!]!
      "Changes up to 1000 links. One result an item, in input order; a failing item does not fail the others."
      updateShortlinks(
        "The changes to make."
        inputs: [UpdateShortlinkInput!]!
      ): [BulkShortlinkResult!]!
      "Deletes up to 1000 links with their hits. One result an item, in input order; a failing item does not fail the others."
      deleteShortlinks(
        "The links' ids."
        ids: [ID!]!
      ): [BulkDeleteResult!]!
      "Where a slug leads this visitor. Counts as a visit when the link is tracked."
      getTargetByShortlink(
        "The slug."
        shortlink: String!
        "The custom domain the link lives on; the service's own host if left out."
        hostname: String
      ): String @deprecated(reason: "Use the query targetUrl.")
    }

    "A slug and where it leads."
    type Shortlink {
      "What the link is known by, whatever becomes of its slug."
      id: ID!
      "The slug."
      shortlink: String!
      "Where visitors are sent, unless a rule sends them elsewhere."
      target: String!
      "What its owner knows it by."
      title: String
      "How many visits were recorded."
      hitCount: Int!
      "Whether visits are recorded."
      enableTracking: Boolean!
      "When the link was made."
      createdAt: DateTime!
      "The custom domain the link lives on; null on the service's own host."
      hostname: String
      "Routing rules, as written."
      rules: [LinkRule!]!
    }

    "Sends the visitors that it matches to a target of its own; the first that matches decides."
    type LinkRule {
      "What it looks at."
      type: String!
      "What it wants to see there."
      value: String!
      "Where it sends those visitors."
      target: String!
    }

    "A routing rule: what it looks at, what it wants to see there, and where it sends those visitors."
    input LinkRuleInput {
      "Such as device, os, country, language, query, time or percent."
      type: String!
      "At most 100 alternatives, separated by commas, those of all conditions inside all counted together; a leading ! negates."
      value: String!
      "An absolute http:// or https:// URL of at most 2048 characters, without credentials; no short link of this service."
      target: String!
    }

    "A link to make; the fields are the arguments of createShortlink."
    input CreateShortlinkInput {
      "Required; without it this item alone fails."
      target: String
      "The slug; generated if left out."
      shortlink: String
      "What its owner knows it by."
      title: String
      "Whether visits are recorded; true if left out."
      enableTracking: Boolean
      "A verified domain of the caller's, for the link to live on."
      domainId: String
      "Routing rules, tried in order: at most 50 and 64 KiB of JSON together."
      rules: [LinkRuleInput!]
    }

    "What to change of a link. What is left out stays as it is; null clears title and rules."
    input UpdateShortlinkInput {
      "The link's id."
      id: ID!
      "Where to send visitors from now on; it cannot be cleared."
      target: String
      "What its owner knows it by."
      title: String
      "Whether visits are recorded from now on."
      enableTracking: Boolean
      "Routing rules in place of all the old ones: at most 50 and 64 KiB of JSON together."
      rules: [LinkRuleInput!]
    }

    "Part of a list of links."
    type ShortlinkConnection {
      "The links of this page."
      items: [Shortlink!]!
      "How many there are in all."
      totalCount: Int!
    }

    "What became of one item of a bulk call."
    type BulkShortlinkResult {
      "The item's place in the input, from 0."
      index: Int!
      "Whether all went well."
      ok: Boolean!
      "The link, if all went well."
      shortlink: Shortlink
      "What went wrong, if something did."
      error: String
    }

    "What became of one item of a bulk deletion."
    type BulkDeleteResult {
      "The item's place in the input, from 0."
      index: Int!
      "The id that was given."
      id: ID!
      "Whether all went well."
      ok: Boolean!
      "What went wrong, if something did."
      error: String
    }

    "Totals over the caller's links."
    type ShortlinkAnalytics {
      "How many links there are."
      totalLinks: Int!
      "How many of them have their visits recorded."
      trackedLinks: Int!
      "How many visits were recorded, of all links together."
      totalClicks: Int!
      "The ten most visited, most first."
      topLinks: [Shortlink!]!
    }
  `,
  resolvers: {
    Query: {
      shortlinkConnection: field(listLinks),
      getShortlinkInfo: field(getLink),
      shortlinkAnalytics: field(linkAnalytics),
      targetUrl: follow,
      getTargetByShortlink: follow,
    },
    Mutation: {
      createShortlink: field(createLink, { args: toNewLink, shape: ({ slug }) => slug }),
      createShortlinks: field(createLinks, {
        args: ({ inputs }) => ({ inputs: inputs.map(toNewLink) }),
        shape: (items) => items.map(withShortlink),
      }),
      updateShortlinks: field(updateLinks, { shape: (items) => items.map(withShortlink) }),
      deleteShortlinks: field(deleteLinks, {
        shape: (items, { ids }) => items.map(({ index, ok, error }) => ({ index, id: ids[index], ok, error })),
      }),
      getTargetByShortlink: follow,
    },
    Shortlink: {
      shortlink: ({ slug }: Link) => slug,
      rules,
      hostname: ({ hostname }: Link) => hostname || null,
    },
  },
  rateLimits: {
    targetUrl: 'redirect',
    getTargetByShortlink: 'redirect',
    createShortlink: 'create',
    createShortlinks: 'bulk',
    updateShortlinks: 'bulk',
    deleteShortlinks: 'bulk',
  },
  // The connection's own `take` counts already.
  listSizes: {
    'Query.shortlinkConnection': 20,
    'ShortlinkConnection.items': 1,
    'Shortlink.rules': 50,
    'ShortlinkAnalytics.topLinks': 10,
    'Mutation.createShortlinks': { argument: 'inputs', given: { 'Shortlink.rules': 'rules' } },
    'Mutation.updateShortlinks': { argument: 'inputs' },
    'Mutation.deleteShortlinks': { argument: 'ids' },
  },
}
