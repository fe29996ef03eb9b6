/** What visits can be counted by; the names are those of every surface. */
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
  'UTM_SOURCE',
  'UTM_MEDIUM',
  'UTM_CAMPAIGN',
  'UTM_TERM',
  'UTM_CONTENT',
  'REF',
] as const
export type AnalyticsDimension = (typeof ANALYTICS_DIMENSIONS)[number]

/** What depends on the time zone of the question. */
export const TIME_DIMENSIONS = ['WEEKDAY', 'HOUR_OF_DAY'] as const
export type TimeDimension = (typeof TIME_DIMENSIONS)[number]

/** What a visit has by itself. */
export type FactDimension = Exclude<AnalyticsDimension, TimeDimension>
export const FACT_DIMENSIONS = ANALYTICS_DIMENSIONS.filter(
  (dimension): dimension is FactDimension => !TIME_DIMENSIONS.some((name) => name === dimension),
)

export const ANALYTICS_INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const
export type AnalyticsInterval = (typeof ANALYTICS_INTERVALS)[number]

/** Which visits count: all, those of people, or those of programs. */
export const BOT_FILTERS = ['INCLUDE', 'EXCLUDE', 'ONLY'] as const
export type BotFilter = (typeof BOT_FILTERS)[number]
