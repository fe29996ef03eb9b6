import { GraphQLScalarType } from 'graphql'
import type { SchemaPart } from './schema-part.ts'

/** The types that the other slices extend. */
export const base: SchemaPart = {
  sdl: /* GraphQL */ `
    "Reads. They change nothing, except that some fields record visits, as their descriptions say."
    type Query {
      "Returns \`pong\` while the service is up."
      ping: String!
    }

    "Changes."
    type Mutation

    scalar DateTime
  `,
  resolvers: {
    Query: { ping: () => 'pong' },
    DateTime: new GraphQLScalarType<number, string>({
      name: 'DateTime',
      description: 'An instant in ISO 8601, UTC, with milliseconds, such as `2026-01-31T09:30:00.000Z`.',
      coerceOutputValue: (instant) => new Date(instant as number).toISOString(),
    }),
  },
}
