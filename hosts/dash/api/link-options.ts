import { graphql } from './graphql.ts'

/** All options of a link. */
export const OPTIONS = graphql(
  `fragment Options on Shortlink {
    startsAt expiresAt fallbackTarget maxVisits redirectStatus forwardQuery forwardPath tags note externalId enabled archived
    utm { source medium campaign term content }
    preview { title description image }
  }`,
)
