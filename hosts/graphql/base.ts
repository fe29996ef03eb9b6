import { GraphQLScalarType } from 'graphql'
import type { SchemaPart } from './schema-part.ts'

/** The types that the other slices extend. */
export const base: SchemaPart = {
  sdl: /* GraphQL */ `
    "Read operations. Fields that record a visit say so in their description."
    type Query {
      "Returns \`pong\` while the service is up."
      ping: String!
    }

    "Write operations."
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
