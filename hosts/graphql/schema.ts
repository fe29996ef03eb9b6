import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLScalarType, GraphQLSchema } from 'graphql'
import { base } from './base.ts'
import { withBoundedInts } from './bounded-ints.ts'
import { introspectionSizes } from './limits/introspection-sizes.ts'
import { measured } from './measured.ts'
import type { FieldCosts, ListSizes, RateLimitName, SchemaPart } from './schema-part.ts'
import { admin } from './types/admin.ts'
import { analytics } from './types/analytics.ts'
import { connectedApps } from './types/apps/connected-apps.ts'
import { audit } from './types/audit.ts'
import { billing } from './types/billing.ts'
import { bio } from './types/bio.ts'
import { domains } from './types/domains.ts'
import { hits } from './types/hits.ts'
import { identity } from './types/identity.ts'
import { imports } from './types/imports/imports.ts'
import { annotations } from './types/link-lists/annotations.ts'
import { linkDefaults } from './types/link-lists/link-defaults.ts'
import { savedViews } from './types/link-lists/saved-views.ts'
import { visitsOfLinks } from './types/link-visits.ts'
import { links } from './types/links.ts'
import { blockedHosts } from './types/moderation/blocked-hosts.ts'
import { reports } from './types/moderation/reports.ts'
import { qrStyles } from './types/qr/qr-styles.ts'
import { service } from './types/service.ts'
import { singleLinks } from './types/single-links.ts'
import { statShares } from './types/stat-shares.ts'
import { tags } from './types/tags.ts'
import { unknownVisits } from './types/unknown-visits.ts'
import { webhooks } from './types/webhooks.ts'

/** The whole schema, one slice a subject. */
const slices: readonly SchemaPart[] = [
  ...[
    base,
    service,
    links,
    singleLinks,
    savedViews,
    linkDefaults,
    tags,
    hits,
    visitsOfLinks,
    analytics,
    statShares,
    annotations,
    unknownVisits,
  ],
  ...[qrStyles, imports, bio, domains, webhooks, billing, identity, connectedApps, audit, admin, blockedHosts, reports],
]

/** The resolvers of each type, as declared. */
export const resolvers: SchemaPart['resolvers'] = mergeByType(
  slices.flatMap(({ resolvers }) => Object.entries(resolvers)),
)

const made = makeExecutableSchema({ typeDefs: slices.map(({ sdl }) => sdl), resolvers: { ...resolvers } })

// The type Subscription is one of ours. GraphQL would take it for the root of subscriptions, which the schema does not have.
export const schema = measured(withBoundedInts(new GraphQLSchema({ ...made.toConfig(), subscription: undefined })))

/** Rate limits of root fields. */
export const rateLimits: Readonly<Record<string, RateLimitName>> = Object.assign(
  {},
  ...slices.map(({ rateLimits }) => rateLimits),
)

export const listSizes: ListSizes = Object.assign(
  introspectionSizes(schema),
  ...slices.map(({ listSizes }) => listSizes),
)

export const fieldCosts: FieldCosts = Object.assign({}, ...slices.map(({ fieldCosts }) => fieldCosts))

function mergeByType(entries: readonly [type: string, resolvers: SchemaPart['resolvers'][string]][]) {
  const merged: Record<string, SchemaPart['resolvers'][string]> = {}
  for (const [type, own] of entries) {
    merged[type] = own instanceof GraphQLScalarType ? own : Object.assign({}, merged[type], own)
  }
  return merged
}
