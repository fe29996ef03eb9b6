/** Dimensions of visits; all surfaces use these names. */
export const ANALYTICS_DIMENSIONS = [
  'LINK',
  'COUNTRY',
  'CONTINENT',
  'REGION',
  'CITY',
  'BROWSER',
  'OS',
  'DEVICE',
  'LANGUAGE',
  'REFERRER',
  'RULE',
  'DESTINATION',
  'WEEKDAY',
  'HOUR_OF_DAY',
  'HOUR_OF_WEEK',
  'UTM_SOURCE',
  'UTM_MEDIUM',
  'UTM_CAMPAIGN',
  'UTM_TERM',
  'UTM_CONTENT',
  'REF',
] as const
export type AnalyticsDimension = (typeof ANALYTICS_DIMENSIONS)[number]

/** Dimensions that depend on the time zone of the query. */
export const TIME_DIMENSIONS = ['WEEKDAY', 'HOUR_OF_DAY', 'HOUR_OF_WEEK'] as const
export type TimeDimension = (typeof TIME_DIMENSIONS)[number]

/** Whether a dimension depends on the time zone of the query. */
export const isTimeDimension = (by: AnalyticsDimension): by is TimeDimension =>
  TIME_DIMENSIONS.some((name) => name === by)

/** Dimensions that are stored with the visit. */
export type FactDimension = Exclude<AnalyticsDimension, TimeDimension>
export const FACT_DIMENSIONS = ANALYTICS_DIMENSIONS.filter(
  (dimension): dimension is FactDimension => !isTimeDimension(dimension),
)

export const ANALYTICS_INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const
export type AnalyticsInterval = (typeof ANALYTICS_INTERVALS)[number]

/** Visits to count: all, human visits, or bot visits. */
export const BOT_FILTERS = ['INCLUDE', 'EXCLUDE', 'ONLY'] as const
export type BotFilter = (typeof BOT_FILTERS)[number]
