import { linkVisits } from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** A number for each of up to 365 days; a page of links requests 30. */
const DAYS_COST = 100

/** Visits of many links by day. */
export const visitsOfLinks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Visits by link and UTC day, in the order of the ids without duplicates. Omits ids that are not links of the caller."
      linkVisits(
        ${fieldsOf(linkVisits.input, { ids: '[ID!]!', days: 'Int = 30' })}
      ): [LinkVisits!]!
    }

    "Visits to a link by UTC day."
    type LinkVisits {
      "The link's id."
      id: ID!
      "Number of visits per day, oldest first; the last day is today."
      days: [Int!]!
    }
  `,
  resolvers: { Query: { linkVisits: field(linkVisits) } },
  listSizes: { 'Query.linkVisits': { argument: 'ids' } },
  fieldCosts: { 'LinkVisits.days': DAYS_COST },
}
