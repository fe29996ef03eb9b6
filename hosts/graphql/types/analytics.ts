import {
  type AnalyticsAnswer,
  type AnalyticsDimension,
  type AnalyticsInterval,
  type Breakdown,
  analytics as countVisits,
} from '@shortlink/core'
import { BreakdownInput, VisitConditionInput } from '@shortlink/core/host'
import { type GraphQLResolveInfo, getArgumentValues, getNamedType, isObjectType } from 'graphql'
import { fieldsOf } from '../described.ts'
import { type Args, field } from '../field.ts'
import { inSlices } from '../in-slices.ts'
import type { Resolver, SchemaPart } from '../schema-part.ts'
import { selections, selects } from '../selects.ts'

/** Rows of a breakdown without `take`, or with null. */
const USUAL_ROWS = 10
/** Number of points in a year by day. The size of a response and of a series have separate limits. */
const USUAL_POINTS = 366
/** A series or breakdown reads the store again, though one call returns them all. */
export const READ_COST = 50

/** The arguments of a breakdown. */
export const BREAKDOWN_ARGUMENTS = fieldsOf(BreakdownInput, { by: 'AnalyticsDimension!', take: `Int = ${USUAL_ROWS}` })

/** The fields with the numbers of a range, without its breakdowns. */
export const NUMBER_FIELDS = `
      "Start of the range, rounded down to 15 minutes."
      from: DateTime!
      "End of the range (exclusive), rounded up to 15 minutes."
      to: DateTime!
      "The time zone of the query."
      timeZone: String!
      "Counts for the whole range."
      totals: AnalyticsSums!
      "Counts for the previous period of the same length."
      previous: AnalyticsSums!
      "One point per interval, including intervals without visits; at most 2000."
      series(
        "The length of each interval."
        interval: AnalyticsInterval!
      ): [AnalyticsPoint!]!`

/** Sums of recorded visits. */
export const analytics: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Counts visits to the caller's links. All numbers in one response are consistent."
      analytics(
        "Which visits to count; by default, recent visits to all links."
        filter: AnalyticsFilter
      ): Analytics!
    }

    "Which visits to count."
    input AnalyticsFilter {
      ${fieldsOf(countVisits.input, {
        linkIds: '[ID!]',
        tags: '[String!]',
        domainId: 'ID',
        from: 'String',
        to: 'String',
        timeZone: 'String = "UTC"',
        bots: 'BotFilter = INCLUDE',
        where: '[AnalyticsWhere!]',
      })}
    }

    "A condition on visits."
    input AnalyticsWhere {
      ${fieldsOf(VisitConditionInput, {
        by: 'AnalyticsDimension!',
        values: '[String!]!',
        not: 'Boolean = false',
      })}
    }

    "Whether to count human visits, bot visits or both."
    enum BotFilter {
      "Human and bot visits."
      INCLUDE
      "Human visits."
      EXCLUDE
      "Bot visits."
      ONLY
    }

    "The interval of a series, in the time zone of the query."
    enum AnalyticsInterval {
      "Clock changes can shorten an interval."
      HOUR
      DAY
      "Starts on Monday."
      WEEK
      MONTH
    }

    "Dimensions to count or filter visits by."
    enum AnalyticsDimension {
      "The link's id; the label is its slug."
      LINK
      "ISO 3166-1 alpha-2."
      COUNTRY
      "AF, AN, AS, EU, NA, OC or SA."
      CONTINENT
      "The country's code, a slash and the region's name, such as US/California."
      REGION
      "The country's code, a slash and the city's name, such as US/New York."
      CITY
      "The browser's name, without its version."
      BROWSER
      "The operating system's name, without its version."
      OS
      "desktop, mobile, tablet, bot or other."
      DEVICE
      "The visitor's first language, such as en."
      LANGUAGE
      "The host of the referring page."
      REFERRER
      "The zero-based index of the rule that matched; no value if none did."
      RULE
      "The URL the visitor was redirected to, without the visitor's own path and query."
      DESTINATION
      "1 (Monday) to 7 (Sunday), in the time zone of the query."
      WEEKDAY
      "0 to 23, in the time zone of the query."
      HOUR_OF_DAY
      "0 (Monday 00:00 to 00:59) to 167, in the time zone of the query."
      HOUR_OF_WEEK
      "The utm_source of the visitor's query or, if that has no campaign parameters, of the destination URL. The other UTM dimensions work the same way."
      UTM_SOURCE
      UTM_MEDIUM
      UTM_CAMPAIGN
      UTM_TERM
      UTM_CONTENT
      "The reference parameter of the visitor's query, such as ?ref=newsletter."
      REF
    }

    "Visit counts for a time range."
    type Analytics {
      ${NUMBER_FIELDS}
      "The values with the most visits in one dimension."
      breakdown(
        ${BREAKDOWN_ARGUMENTS}
      ): AnalyticsBreakdown!
      "All visits since this time are stored; null if no visit was deleted. For earlier visits, only days, countries and devices are complete."
      keptFrom: DateTime
      "Visitors are counted since this time; null if they are not counted."
      visitorsFrom: DateTime
    }

    "Visit counts."
    type AnalyticsSums {
      "All visits, including bots."
      hits: Int!
      "Bot visits, also included in hits."
      bots: Int!
      "Unique visitors per link and UTC day, summed; excludes bots."
      visitors: Int!
    }

    "Visit counts for one interval of a series."
    type AnalyticsPoint {
      "Start of the interval in its time zone, which can be before the range."
      at: DateTime!
      "All visits, including bots."
      hits: Int!
      "Bot visits, also included in hits."
      bots: Int!
      "Unique visitors per link and UTC day, summed; excludes bots."
      visitors: Int!
    }

    "Visit counts by one dimension; rows and other add up to the totals."
    type AnalyticsBreakdown {
      "Sorted by visits, most first, then by value."
      rows: [AnalyticsRow!]!
      "Counts for all values without a row."
      other: AnalyticsSums!
    }

    "Visit counts for one value."
    type AnalyticsRow {
      "Null if unknown or no longer stored."
      value: String
      "Human-readable value, in English."
      label: String!
      "All visits, including bots."
      hits: Int!
      "Bot visits, also included in hits."
      bots: Int!
      "Unique visitors per link and UTC day, summed; excludes bots."
      visitors: Int!
    }
  `,
  resolvers: {
    Query: {
      analytics: field(countVisits, {
        args: ({ filter }, _parent, _context, info) => ({ ...filter, ...partsAsked(info) }),
        names: { breakdowns: 'breakdown' },
      }),
    },
    Analytics: {
      series: (({ series }, { interval }, context) =>
        inSlices(series.find((one) => one.interval === interval)?.points, context)) as Resolver<AnalyticsAnswer>,
      breakdown: ({ breakdowns }: AnalyticsAnswer, { by, take }: BreakdownArgs) =>
        breakdowns.find((one) => one.by === by && one.take === (take ?? USUAL_ROWS)),
    },
    AnalyticsBreakdown: { rows: (({ rows }, _args, context) => inSlices(rows, context)) as Resolver<Breakdown> },
  },
  listSizes: {
    'Analytics.series': USUAL_POINTS,
    // The cost of the breakdown counts its `take`.
    'Analytics.breakdown': USUAL_ROWS,
    'AnalyticsBreakdown.rows': 1,
  },
  fieldCosts: { 'Analytics.series': READ_COST, 'Analytics.breakdown': READ_COST },
}

interface BreakdownArgs {
  readonly by: AnalyticsDimension
  readonly take?: number | null
}

/** The selected series and breakdowns, each once, so that one call returns them from one state of the store. */
export function partsAsked(info: GraphQLResolveInfo) {
  const series = argumentsOf('series', info).map(({ interval }) => interval as AnalyticsInterval)
  const breakdowns = argumentsOf('breakdown', info).map(({ by, take }) => ({ by, take: take ?? USUAL_ROWS }))
  return {
    previous: selects('previous', info),
    series: [...new Set(series)],
    breakdowns: [...new Map(breakdowns.map((one) => [`${one.by} ${one.take}`, one])).values()],
  }
}

/** The arguments of each selection of a field in the response. */
export function argumentsOf(name: 'series' | 'breakdown' | 'visits', info: GraphQLResolveInfo): readonly Args[] {
  const type = getNamedType(info.returnType)
  const field = isObjectType(type) ? type.getFields()[name] : undefined
  if (field === undefined) return []
  return selections(info)
    .filter((node) => node.name.value === name)
    .map((node) => getArgumentValues(field, node, info.variableValues))
}
