import {
  createStatShare,
  deleteStatShare,
  statShares as listStatShares,
  type SharedAnalytics,
  sharedAnalytics,
} from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'
import { analytics, BREAKDOWN_ARGUMENTS, NUMBER_FIELDS, partsAsked } from './analytics.ts'

/** Statistics that anyone with their URL can read. */
export const statShares: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's shared statistics, newest first."
      statShares: [StatShare!]!
      "Reads shared statistics with the token in their URL. The share decides which links count; no argument filters visits."
      sharedAnalytics(
        ${fieldsOf(sharedAnalytics.input, {
          token: 'String!',
          password: 'String',
          access: 'String',
          from: 'String',
          to: 'String',
          timeZone: 'String = "UTC"',
          bots: 'BotFilter = INCLUDE',
        })}
      ): SharedAnalytics!
    }

    extend type Mutation {
      "Shares statistics of a link, of the links with a tag, or of all links with anyone who has the URL. Only this response has the URL."
      createStatShare(
        ${fieldsOf(createStatShare.input, {
          linkId: 'ID',
          tagId: 'ID',
          cards: '[StatCard!]',
          password: 'String',
          expiresAt: 'String',
          origins: '[String!]',
        })}
      ): CreatedStatShare!
      "Revokes shared statistics: their URL stops working at once."
      deleteStatShare(
        ${fieldsOf(deleteStatShare.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A card of shared statistics."
    enum StatCard {
      "Referrers, campaigns and ref values."
      SOURCES
      "Countries, regions and cities."
      LOCATIONS
      "Devices, browsers and operating systems."
      DEVICES
      "Weekdays, hours and languages."
      ACTIVITY
    }

    "What shared statistics cover."
    enum StatShareScope {
      "One link."
      LINK
      "The links with a tag."
      TAG
      "All links of the account."
      ALL
    }

    "Shared statistics."
    type StatShare {
      "Unique, stable identifier."
      id: ID!
      "The only link; null for several."
      linkId: ID
      "The tag of the links; null for a link and for all links."
      tagId: ID
      "The slug of the link or the name of the tag; null for all links."
      name: String
      "The cards below the chart."
      cards: [StatCard!]!
      "Whether readers must enter a password."
      hasPassword: Boolean!
      "When the page expires; null for never."
      expiresAt: DateTime
      "Origins of websites that may embed the page in a frame."
      origins: [String!]!
      "When the share was created."
      createdAt: DateTime!
    }

    "New shared statistics with their URL."
    type CreatedStatShare {
      "The share."
      share: StatShare!
      "The public page. It cannot be retrieved later."
      url: String!
    }

    "The numbers of shared statistics."
    type SharedAnalytics {
      "What the numbers cover."
      of: StatShareScope!
      "The slug of the link or the name of the tag; null for all links."
      name: String
      "The cards that may be read."
      cards: [StatCard!]!
      "When the page expires; null for never."
      expiresAt: DateTime
      "Stands for the password in later requests; null without a password."
      access: String
      ${NUMBER_FIELDS}
      "The values with the most visits in one dimension of the cards."
      breakdown(
        ${BREAKDOWN_ARGUMENTS}
      ): AnalyticsBreakdown!
    }
  `,
  resolvers: {
    Query: {
      statShares: field(listStatShares),
      sharedAnalytics: field(sharedAnalytics, {
        args: (args, _parent, _context, info) => ({ ...args, ...partsAsked(info) }),
        shape: ({ share, ...numbers }: SharedAnalytics) => ({ ...numbers, ...share }),
        names: { breakdowns: 'breakdown' },
        attempts: ({ token, password }, context) => (password == null ? undefined : context.tryShare(token)),
      }),
    },
    Mutation: {
      createStatShare: field(createStatShare),
      deleteStatShare: field(deleteStatShare, { shape: () => true }),
    },
    SharedAnalytics: analytics.resolvers.Analytics as SchemaPart['resolvers'][string],
  },
  listSizes: {
    'Query.statShares': 100,
    'SharedAnalytics.series': analytics.listSizes?.['Analytics.series'] ?? 0,
    'SharedAnalytics.breakdown': analytics.listSizes?.['Analytics.breakdown'] ?? 0,
  },
  fieldCosts: {
    'SharedAnalytics.series': analytics.fieldCosts?.['Analytics.series'] ?? 0,
    'SharedAnalytics.breakdown': analytics.fieldCosts?.['Analytics.breakdown'] ?? 0,
  },
}
