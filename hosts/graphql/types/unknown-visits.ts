import { unknownVisits as listUnknownVisits } from '@shortlink/core'
import { UnknownVisitsInput } from '@shortlink/core/host'
import type { UnknownVisit } from '@shortlink/core/ports'
import { shownUnknownVisit } from '../../kit/shown-unknown-visit.ts'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** Visits to unknown slugs. */
export const unknownVisits: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Unknown slugs that people visited on the caller's verified custom domains, such as a typo in print; most visits first. Visits appear
      within seconds and are deleted after 30 days.
      """
      unknownVisits(
        ${fieldsOf(UnknownVisitsInput, { hostname: 'String', days: 'Int = 30', take: 'Int = 20' })}
      ): [UnknownVisit!]!
    }

    "Visits to an unknown slug."
    type UnknownVisit {
      "The custom domain."
      hostname: String!
      "The visited slug."
      slug: String!
      "Number of human visits; excludes bots."
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
