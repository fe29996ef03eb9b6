import { type AnswerOf, graphql } from '../api/graphql.ts'
import { dimensionOf, type OpenTabs } from './card-tabs.ts'

/** Countries of the map. */
const MAP_ROWS = 100
const HOURS_PER_WEEK = 168
/** Rows of a card. */
const CARD_ROWS = 8

export const SUMS = graphql('fragment Sums on AnalyticsSums { hits bots visitors }')
export const POINTS = graphql('fragment Points on AnalyticsPoint { at hits bots visitors }')
export const ROWS = graphql(
  'fragment Rows on AnalyticsBreakdown { rows { value label hits bots visitors } other { hits bots visitors } }',
)

export type Sums = AnswerOf<typeof SUMS>
export type Point = AnswerOf<typeof POINTS>
export type Breakdown = AnswerOf<typeof ROWS>

/** The variables that select the breakdowns of the open tabs, with the number of rows of each. */
export const breakdownsOf = (tabs: OpenTabs) => ({
  sources: dimensionOf(tabs.SOURCES),
  locations: dimensionOf(tabs.LOCATIONS),
  devices: dimensionOf(tabs.DEVICES),
  activity: dimensionOf(tabs.ACTIVITY),
  take: CARD_ROWS,
  hours: tabs.ACTIVITY === 'HOUR_OF_WEEK' ? HOURS_PER_WEEK : CARD_ROWS,
  places: tabs.LOCATIONS === 'MAP' ? MAP_ROWS : CARD_ROWS,
})
