import { linkVisits } from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** A number for each of up to 365 days; a page of links requests 30. */
const DAYS_COST = 100

/** Visits of many links by day. */
export const visitsOfLinks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Visits of links by UTC day, in the order of the ids, each link once. Ids that are not of the caller's links are left out."
      linkVisits(
        ${fieldsOf(linkVisits.input, { ids: '[ID!]!', days: 'Int = 30' })}
      ): [LinkVisits!]!
    }

    "Visits of a link by UTC day."
    type LinkVisits {
      "The link's id."
      id: ID!
      "The number of visits of each day, oldest first, today last."
      days: [Int!]!
    }
  `,
  resolvers: { Query: { linkVisits: field(linkVisits) } },
  listSizes: { 'Query.linkVisits': { argument: 'ids' } },
  fieldCosts: { 'LinkVisits.days': DAYS_COST },
}
