import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLSchema } from 'graphql'
import { analytics } from './analytics.ts'
import { measured } from './answer/measured.ts'
import { base } from './base.ts'
import { billing } from './billing.ts'
import { bio } from './bio.ts'
import { withBoundedInts } from './bounded-ints.ts'
import { domains } from './domains.ts'
import { introspectionSizes } from './guard/introspection-sizes.ts'
import { hits } from './hits.ts'
import { identity } from './identity.ts'
import { visitsOfLinks } from './link-visits.ts'
import { links } from './links.ts'
import type { FieldCosts, ListSizes, RateLimitName, SchemaPart } from './schema-part.ts'
import { service } from './service.ts'
import { singleLinks } from './single-links.ts'
import { tags } from './tags.ts'
import { unknownVisits } from './unknown-visits.ts'
import { webhooks } from './webhooks.ts'

/** The whole schema, one slice a subject. */
const slices: readonly SchemaPart[] = [
  ...[base, service, links, singleLinks, tags, hits, visitsOfLinks, analytics, unknownVisits],
  ...[bio, domains, webhooks, billing, identity],
]

const made = makeExecutableSchema({
  typeDefs: slices.map(({ sdl }) => sdl),
  resolvers: slices.map(({ resolvers }) => ({ ...resolvers })),
})

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
