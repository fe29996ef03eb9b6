import { unknownVisits as listUnknownVisits, type UnknownVisit, UnknownVisitsInput } from '@shortlink/core'
import { shownUnknownVisit } from '../shown-unknown-visit.ts'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** Visits to unknown slugs. */
export const unknownVisits: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      """
      The slugs that people visited at the caller's verified custom domains though no link has them, most visits first: a typo in print,
      for instance. Visits are counted within seconds and kept for 30 days.
      """
      unknownVisits(
        ${fieldsOf(UnknownVisitsInput, { hostname: 'String', days: 'Int = 30', take: 'Int = 20' })}
      ): [UnknownVisit!]!
    }

    "Visits to a slug that no link has."
    type UnknownVisit {
      "The custom domain."
      hostname: String!
      "The slug as it was visited."
      slug: String!
      "All visits of people; those of programs are not counted."
      hits: Int!
      "The UTC day of the first visit, such as 2026-01-31."
      firstDay: String!
      "The UTC day of the last visit."
      lastDay: String!
    }
  `,
  resolvers: {
    Query: {
      unknownVisits: field(listUnknownVisits, {
        shape: (visits: readonly UnknownVisit[]) => visits.map(shownUnknownVisit),
      }),
    },
  },
  listSizes: { 'Query.unknownVisits': 20 },
}
