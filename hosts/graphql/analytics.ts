import {
  type AnalyticsAnswer,
  type AnalyticsDimension,
  type AnalyticsInterval,
  type Breakdown,
  BreakdownInput,
  analytics as countVisits,
  VisitConditionInput,
} from '@shortlink/core'
import { type GraphQLResolveInfo, getArgumentValues, getNamedType, isObjectType } from 'graphql'
import { inSlices } from './answer/in-slices.ts'
import { fieldsOf } from './described.ts'
import { type Args, field } from './field.ts'
import type { Resolver, SchemaPart } from './schema-part.ts'
import { selections, selects } from './selects.ts'

/** Rows of a breakdown without `take`, or with null. */
const USUAL_ROWS = 10
/** Number of points in a year by day. The size of a response and of a series have separate limits. */
const USUAL_POINTS = 366
/** A series or breakdown reads the store again, though one call returns them all. */
const READ_COST = 50

/** Sums of recorded visits. */
export const analytics: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Counts the visits of the caller's links. All numbers of one answer agree exactly."
      analytics(
        "Which visits count; by default those of all links in the last weeks."
        filter: AnalyticsFilter
      ): Analytics!
    }

    "Which visits count."
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

    "Whose visits count."
    enum BotFilter {
      "Those of people and of programs."
      INCLUDE
      "Those of people."
      EXCLUDE
      "Those of programs."
      ONLY
    }

    "The spans of a series, in the time zone of the question."
    enum AnalyticsInterval {
      "A clock change makes a shorter one."
      HOUR
      DAY
      "From Monday."
      WEEK
      MONTH
    }

    "What visits can be counted by."
    enum AnalyticsDimension {
      "By its id; the label is its slug."
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
      "The first of the visitor's languages, such as en."
      LANGUAGE
      "The host of the page the visitor came from."
      REFERRER
      "The position, from 0, of the rule that decided; none if the link's own target did."
      RULE
      "Where the visitor was sent, before the visitor's own path and query were added."
      DESTINATION
      "1 for Monday to 7 for Sunday, in the time zone of the question."
      WEEKDAY
      "0 to 23, in the time zone of the question."
      HOUR_OF_DAY
      "The utm_source of the visitor's query; without any campaign parameter in it, that of the address that the link leads to. So with the others."
      UTM_SOURCE
      UTM_MEDIUM
      UTM_CAMPAIGN
      UTM_TERM
      UTM_CONTENT
      "The value of the reference parameter in the visitor's query, such as ?ref=newsletter."
      REF
    }

    "Counts of visits over a range of time."
    type Analytics {
      "The start of the range, moved back to a quarter of an hour."
      from: DateTime!
      "The end of the range, exclusive, moved on to a quarter of an hour."
      to: DateTime!
      "As it was asked for."
      timeZone: String!
      "Of the whole range."
      totals: AnalyticsSums!
      "Of the span of equal length before the range."
      previous: AnalyticsSums!
      "Each span of the range, also those without visits; at most 2000."
      series(
        "The length of the spans."
        interval: AnalyticsInterval!
      ): [AnalyticsPoint!]!
      "The values with the most visits."
      breakdown(
        ${fieldsOf(BreakdownInput, { by: 'AnalyticsDimension!', take: `Int = ${USUAL_ROWS}` })}
      ): AnalyticsBreakdown!
      "From when on all visits are kept, null if all are: before it, only days, countries and devices of all visits are known."
      keptFrom: DateTime
      "From when on visitors are counted, null if they are not."
      visitorsFrom: DateTime
    }

    "Counts of visits."
    type AnalyticsSums {
      "All visits."
      hits: Int!
      "The visits of programs among them."
      bots: Int!
      "Different visitors of each link on each UTC day, added up; programs are none."
      visitors: Int!
    }

    "Counts of one span of a series."
    type AnalyticsPoint {
      "When the span begins in its time zone, also if that is before the range."
      at: DateTime!
      "All visits."
      hits: Int!
      "The visits of programs among them."
      bots: Int!
      "Different visitors of each link on each UTC day, added up; programs are none."
      visitors: Int!
    }

    "Counts by a fact of visits: rows and other add up to the totals."
    type AnalyticsBreakdown {
      "Most visits first, then by value."
      rows: [AnalyticsRow!]!
      "Of all values without a row."
      other: AnalyticsSums!
    }

    "Counts of the visits with one value."
    type AnalyticsRow {
      "Null if it is unknown, or no longer kept."
      value: String
      "The value as people read it, in English."
      label: String!
      "All visits."
      hits: Int!
      "The visits of programs among them."
      bots: Int!
      "Different visitors of each link on each UTC day, added up; programs are none."
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
function partsAsked(info: GraphQLResolveInfo) {
  const series = argumentsOf('series', info).map(({ interval }) => interval as AnalyticsInterval)
  const breakdowns = argumentsOf('breakdown', info).map(({ by, take }) => ({ by, take: take ?? USUAL_ROWS }))
  return {
    previous: selects('previous', info),
    series: [...new Set(series)],
    breakdowns: [...new Map(breakdowns.map((one) => [`${one.by} ${one.take}`, one])).values()],
  }
}

/** The arguments of each selection of a field in the response. */
function argumentsOf(name: 'series' | 'breakdown', info: GraphQLResolveInfo): readonly Args[] {
  const type = getNamedType(info.returnType)
  const field = isObjectType(type) ? type.getFields()[name] : undefined
  if (field === undefined) return []
  return selections(info)
    .filter((node) => node.name.value === name)
    .map((node) => getArgumentValues(field, node, info.variableValues))
}
