import {
  createStatShare,
  deleteStatShare,
  statShares as listStatShares,
  type SharedAnalytics,
  sharedAnalytics,
  updateStatShare,
} from '@shortlink/core'
import type { GraphQLResolveInfo } from 'graphql'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { Resolver, SchemaPart } from '../schema-part.ts'
import { analytics, argumentsOf, BREAKDOWN_ARGUMENTS, NUMBER_FIELDS, partsAsked, READ_COST } from './analytics.ts'

/** Visits of a list without `take`, or with null. */
const USUAL_VISITS = 20

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
          showVisits: 'Boolean = false',
          password: 'String',
          expiresAt: 'String',
          origins: '[String!]',
        })}
      ): CreatedStatShare!
      "Updates shared statistics. Their URL stays; omitted fields keep their values."
      updateStatShare(
        ${fieldsOf(updateStatShare.input, {
          id: 'ID!',
          cards: '[StatCard!]',
          showVisits: 'Boolean',
          password: 'String',
          expiresAt: 'String',
          origins: '[String!]',
        })}
      ): StatShare!
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
      "Whether the page lists recent visits."
      showVisits: Boolean!
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
      "Whether recent visits may be read."
      showVisits: Boolean!
      "When the page expires; null for never."
      expiresAt: DateTime
      "Stands for the password in later requests; null without a password."
      access: String
      ${NUMBER_FIELDS}
      "The values with the most visits in one dimension of the cards."
      breakdown(
        ${BREAKDOWN_ARGUMENTS}
      ): AnalyticsBreakdown!
      "Recent visits, newest first; only if showVisits is true."
      visits(
        "Number of recent visits, newest first, at most 100."
        take: Int = ${USUAL_VISITS}
      ): [SharedVisit!]!
    }

    "A visit on a page of shared statistics. Unknown facts are null, as are facts of cards that are not shared."
    type SharedVisit {
      "When the visit happened."
      at: DateTime!
      "The country of the visitor's IP address, as an ISO 3166-1 alpha-2 code. With LOCATIONS."
      country: String
      "The region's name, in English if the geo data has it. With LOCATIONS."
      region: String
      "The city's name, in English if the geo data has it. With LOCATIONS."
      city: String
      "desktop, mobile, tablet, bot or other. With DEVICES."
      device: String
      "The browser's name, without its version. With DEVICES."
      browser: String
      "The operating system's name, without its version. With DEVICES."
      os: String
      "The host of the referring page. With SOURCES."
      referrer: String
      "The campaign parameter utm_campaign. With SOURCES."
      campaign: String
    }
  `,
  resolvers: {
    Query: {
      statShares: field(listStatShares),
      sharedAnalytics: field(sharedAnalytics, {
        args: (args, _parent, _context, info) => ({ ...args, ...partsAsked(info), visits: visitsAsked(info) }),
        shape: ({ share, ...numbers }: SharedAnalytics) => ({ ...numbers, ...share }),
        names: { breakdowns: 'breakdown', visits: 'take' },
        attempts: ({ token, password }, context) => (password == null ? undefined : context.tryShare(token)),
      }),
    },
    Mutation: {
      createStatShare: field(createStatShare),
      updateStatShare: field(updateStatShare),
      deleteStatShare: field(deleteStatShare, { shape: () => true }),
    },
    SharedAnalytics: {
      ...(analytics.resolvers.Analytics as Readonly<Record<string, Resolver>>),
      visits: ({ visits }: SharedAnalytics, { take }) => visits?.slice(0, take ?? USUAL_VISITS) ?? [],
    },
  },
  listSizes: {
    'Query.statShares': 100,
    'SharedAnalytics.series': analytics.listSizes?.['Analytics.series'] ?? 0,
    'SharedAnalytics.breakdown': analytics.listSizes?.['Analytics.breakdown'] ?? 0,
    'SharedAnalytics.visits': USUAL_VISITS,
  },
  fieldCosts: {
    'SharedAnalytics.series': analytics.fieldCosts?.['Analytics.series'] ?? 0,
    'SharedAnalytics.breakdown': analytics.fieldCosts?.['Analytics.breakdown'] ?? 0,
    'SharedAnalytics.visits': READ_COST,
  },
}

/** The longest list of visits that the query selects; each selection gets its part. */
function visitsAsked(info: GraphQLResolveInfo): number {
  const takes = argumentsOf('visits', info).map(({ take }): number => take ?? USUAL_VISITS)
  return takes.find((take) => take < 0) ?? Math.max(0, ...takes)
}
