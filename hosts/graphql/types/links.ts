import {
  addShortlinkAlias,
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
  PLAIN_OPTIONS,
  Rule,
  removeShortlinkAlias,
  updateLinks,
} from '@shortlink/core'
import { hasRules, LinkUpdate, PreviewInput, UtmInput } from '@shortlink/core/host'
import { fieldsOf } from '../described.ts'
import { type Args, field, withoutNulls } from '../field.ts'
import type { Resolver, SchemaPart } from '../schema-part.ts'
import { selects } from '../selects.ts'
import { LINK_LIST_TYPES, LINK_OPTION_TYPES, NEW_LINK_TYPES } from './link-option-types.ts'
import { LINK_TYPES } from './link-types.ts'

/** The optional fields of a new link: the same for one, as arguments, and for many, as an input type. */
const NEW_LINK_OPTIONS = fieldsOf(createLink.input, NEW_LINK_TYPES)

/** GraphQL's `shortlink` is core's `slug`. */
export const LINK_NAMES = { slug: 'shortlink' } as const

/** The input of a new link from the fields of `CreateShortlinkInput`. */
export const toNewLink = ({ shortlink, ...rest }: Args) => withoutNulls({ slug: shortlink ?? null, ...rest })

const withShortlink = <Item extends { value: unknown }>({ value, ...item }: Item) => ({ ...item, shortlink: value })

const Address = followLink.input.pick({ slug: true, hostname: true })

/** Each call counts as a separate visit, even under the same idempotency key. */
const follow = field(followLink, {
  args: ({ shortlink, hostname, password }, _parent, context) => ({
    slug: shortlink,
    hostname,
    password,
    visitor: context.visitor(),
  }),
  names: LINK_NAMES,
  attempts({ shortlink: slug, hostname, password }, context) {
    // Look up nothing that the use case refuses.
    const isTried = password != null && Address.safeParse({ slug, hostname }).success
    return isTried ? context.tryLink(hostname ?? '', slug) : undefined
  },
  replay: false,
})

const storedRules = field(getLinkRules, { args: (_args, { id }: LinkOutline) => ({ id }) })

/** Lists return links without rules, which can be most of their bytes. */
const rules: Resolver<Link | LinkOutline> = (link, args, context, info) =>
  'rules' in link ? link.rules : storedRules(link, args, context, info)

/** Fields missing in links of replays that the previous version stored. */
const LATER: Pick<Link, keyof typeof PLAIN_OPTIONS | 'hasPassword' | 'aliases'> = {
  ...PLAIN_OPTIONS,
  hasPassword: false,
  aliases: [],
}
const LATER_FIELDS: Readonly<Record<string, Resolver<Link>>> = {
  ...Object.fromEntries(
    Object.entries(LATER).map(([name, plain]) => [name, (link: Link) => link[name as keyof Link] ?? plain]),
  ),
  updatedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  hasRules,
}

const ALIAS = { id: 'ID!', slug: 'shortlink: String!' } as const
const toAlias = ({ id, shortlink }: Args) => ({ id, slug: shortlink })

const GET_TARGET = /* GraphQL */ `
  "Returns the URL that a slug redirects this visitor to. Records a visit if tracking is enabled."
  getTargetByShortlink(
    ${fieldsOf(followLink.input, { slug: 'shortlink: String!', hostname: 'String', password: 'String' })}
  ): String`

/** Links and their destinations. */
export const links: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's links; by default newest first, without archived links."
      shortlinkConnection(
        ${fieldsOf(listLinks.input, LINK_LIST_TYPES)}
      ): ShortlinkConnection!
      "One of the caller's links."
      getShortlinkInfo(
        ${fieldsOf(getLink.input, { id: 'ID!' })}
      ): Shortlink
      "Totals for the caller's links, and the ten most visited links."
      shortlinkAnalytics: ShortlinkAnalytics!
      "Returns the URL that a slug on the service's own host redirects this visitor to. Records a visit if tracking is enabled."
      targetUrl(
        ${fieldsOf(followLink.input, { slug: 'shortlink: String!', password: 'String' })}
      ): String
      ${GET_TARGET}
    }

    extend type Mutation {
      "Creates a link and returns its slug. Title and tracking apply to authenticated callers only."
      createShortlink(
        ${fieldsOf(createLink.input, { target: 'String!' })}
        ${NEW_LINK_OPTIONS}
      ): String!
      "Creates links in bulk. Returns one result per item, in input order; items fail independently."
      createShortlinks(
        ${fieldsOf(createLinks.input, { inputs: '[CreateShortlinkInput!]!' })}
      ): [BulkShortlinkResult!]!
      "Updates links in bulk. Returns one result per item, in input order; items fail independently."
      updateShortlinks(
        ${fieldsOf(updateLinks.input, { inputs: '[UpdateShortlinkInput!]!' })}
      ): [BulkShortlinkResult!]!
      "Deletes links and their hits in bulk. Returns one result per item, in input order; items fail independently."
      deleteShortlinks(
        ${fieldsOf(deleteLinks.input, { ids: '[ID!]!' })}
      ): [BulkDeleteResult!]!
      "Adds an alias: another slug that redirects like the link. Counts toward the quota like a new link."
      addShortlinkAlias(
        ${fieldsOf(addShortlinkAlias.input, ALIAS)}
      ): Shortlink!
      "Removes an alias from a link."
      removeShortlinkAlias(
        ${fieldsOf(removeShortlinkAlias.input, ALIAS)}
      ): Shortlink!
      ${GET_TARGET} @deprecated(reason: "Use the query targetUrl.")
    }

    "A routing rule. The first rule that matches a visitor decides the target."
    input LinkRuleInput {
      ${fieldsOf(Rule, { type: 'String!', value: 'String!', target: 'String!' })}
    }

    "A link to create. The fields are the arguments of createShortlink."
    input CreateShortlinkInput {
      "Required. In createShortlinks, only the item without it fails."
      target: String
      ${NEW_LINK_OPTIONS}
    }

    "Changes to a link. Omitted fields keep their values."
    input UpdateShortlinkInput {
      ${fieldsOf(LinkUpdate, {
        id: 'ID!',
        target: 'String',
        title: 'String',
        enableTracking: 'Boolean',
        rules: '[LinkRuleInput!]',
        ...LINK_OPTION_TYPES,
        enabled: 'Boolean',
        archived: 'Boolean',
      })}
    }

    "Campaign parameters to add to the target, unless it already has them."
    input UtmInput {
      ${fieldsOf(UtmInput, { source: 'String', medium: 'String', campaign: 'String', term: 'String', content: 'String' })}
    }

    "The preview that social networks and messengers show for a link."
    input PreviewInput {
      ${fieldsOf(PreviewInput, { title: 'String', description: 'String', image: 'String' })}
    }

    ${LINK_TYPES}
  `,
  resolvers: {
    Query: {
      shortlinkConnection: field(listLinks, {
        args: (args, _parent, _context, info) => ({ ...args, counted: selects('totalCount', info) }),
      }),
      getShortlinkInfo: field(getLink),
      shortlinkAnalytics: field(linkAnalytics),
      targetUrl: follow,
      getTargetByShortlink: follow,
    },
    Mutation: {
      createShortlink: field(createLink, { args: toNewLink, names: LINK_NAMES, shape: ({ slug }) => slug }),
      createShortlinks: field(createLinks, {
        args: ({ inputs }) => ({ inputs: inputs.map(toNewLink) }),
        shape: (items) => items.map(withShortlink),
      }),
      updateShortlinks: field(updateLinks, { shape: (items) => items.map(withShortlink) }),
      deleteShortlinks: field(deleteLinks, {
        shape: (items, { ids }) => items.map(({ index, ok, error }) => ({ index, id: ids[index], ok, error })),
      }),
      addShortlinkAlias: field(addShortlinkAlias, { args: toAlias, names: LINK_NAMES }),
      removeShortlinkAlias: field(removeShortlinkAlias, { args: toAlias, names: LINK_NAMES }),
      getTargetByShortlink: follow,
    },
    Shortlink: {
      ...LATER_FIELDS,
      shortlink: ({ slug }: Link) => slug,
      rules,
      hostname: ({ hostname }: Link) => hostname || null,
      shortUrl: (link: Link, _args, context) => context.shortUrl(link),
      status: (link: Link, _args, context) => context.statusOf(link),
    },
  },
  rateLimits: {
    targetUrl: 'redirect',
    getTargetByShortlink: 'redirect',
    createShortlink: 'create',
    createShortlinks: 'bulk',
    addShortlinkAlias: 'create',
    updateShortlinks: 'bulk',
    deleteShortlinks: 'bulk',
  },
  // The cost of the connection counts its `take`.
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
