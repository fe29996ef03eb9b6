import { GraphQLScalarType } from 'graphql'
import type { SchemaPart } from './schema-part.ts'

/** What every other slice extends. */
export const base: SchemaPart = {
  sdl: /* GraphQL */ `
    "What can be asked. Nothing changes by it, but that visits are recorded where a field says so."
    type Query {
      "Answers \`pong\` while the service is there."
      ping: String!
    }

    "What can be changed."
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
