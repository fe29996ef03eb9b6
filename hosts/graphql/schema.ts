import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLSchema } from 'graphql'
import { base } from './base.ts'
import { billing } from './billing.ts'
import { bio } from './bio.ts'
import { withBoundedInts } from './bounded-ints.ts'
import { domains } from './domains.ts'
import { hits } from './hits.ts'
import { identity } from './identity.ts'
import { introspectionSizes } from './introspection-sizes.ts'
import { links } from './links.ts'
import { measured } from './measured.ts'
import type { ChargedLimit, ListSizes, Slice } from './slice.ts'
import { webhooks } from './webhooks.ts'

/** Everything that GraphQL serves, one slice a subject. */
const slices: readonly Slice[] = [base, links, hits, bio, domains, webhooks, billing, identity]

const made = makeExecutableSchema({
  typeDefs: slices.map(({ sdl }) => sdl),
  resolvers: slices.map(({ resolvers }) => ({ ...resolvers })),
})

// A type of ours has the name that GraphQL takes for the root of its subscriptions, of which there are none.
export const schema = measured(withBoundedInts(new GraphQLSchema({ ...made.toConfig(), subscription: undefined })))

/** Root fields that count against a limit of their own. */
export const charges: Readonly<Record<string, ChargedLimit>> = Object.assign(
  {},
  ...slices.map(({ charges }) => charges),
)

export const listSizes: ListSizes = Object.assign(
  introspectionSizes(schema),
  ...slices.map(({ listSizes }) => listSizes),
)
