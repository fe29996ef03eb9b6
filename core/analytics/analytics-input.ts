import { z } from 'zod'
import type { DomainId, LinkId } from '../kernel/ids.ts'
import { boundedList, id, instant, text, withDefault } from '../kernel/input.ts'
import { linkRefInput } from '../links/link-ref.ts'
import { tagList } from '../tags/tag-input.ts'
import { TAGS_PER_LINK } from '../tags/tag-name.ts'
import { MAX_DAYS } from './asked-range.ts'
import { ANALYTICS_DIMENSIONS, ANALYTICS_INTERVALS, BOT_FILTERS } from './dimension.ts'

const MAX_LINKS = 100
const MAX_SLUG_LENGTH = 2048
const MAX_CONDITIONS = 5
/** Values of one condition. */
const MAX_VALUES = 100
/** Redirect URLs of visitors may be longer than targets. */
const MAX_VALUE_LENGTH = 4096
const MAX_BREAKDOWNS = 20
const MAX_ROWS = 100
const HOURS_PER_WEEK = 168
const USUAL_ROWS = 10
/** The longest names of the IANA database have some 30 characters. */
const MAX_ZONE_LENGTH = 64

/** The errors of {@link boundedList} for a list of the name. */
const listErrors = (name: string, max: number) => ({
  type: `${name} must be a list`,
  tooLong: `${name} takes at most ${max} items`,
})

const dimension = (name: string) =>
  z.enum(ANALYTICS_DIMENSIONS, `${name} must be one of ${ANALYTICS_DIMENSIONS.join(', ')}`)

export const VisitConditionInput = z.object({
  by: dimension('by').describe('Dimension to compare.'),
  values: boundedList(text('values', { max: MAX_VALUE_LENGTH }), MAX_VALUES, listErrors('values', MAX_VALUES)).describe(
    `Values to match exactly, at most ${MAX_VALUES}. A visit matches if it has any of them.`,
  ),
  not: withDefault(z.boolean('not must be true or false'), false).describe(
    'Whether to exclude matching visits, instead of all others.',
  ),
})

/** The arguments that select the visits to count. */
const analyticsFilterInput = {
  linkIds: boundedList(id<LinkId>('linkIds'), MAX_LINKS, listErrors('linkIds', MAX_LINKS))
    .nullish()
    .describe(`Only these of the caller's links, at most ${MAX_LINKS}; all if omitted.`),
  slugs: boundedList(text('slugs', { max: MAX_SLUG_LENGTH }), MAX_LINKS, listErrors('slugs', MAX_LINKS))
    .nullish()
    .describe(`Slugs of links, instead of ids, at most ${MAX_LINKS}.`),
  hostname: linkRefInput.hostname,
  tags: tagList.nullish().describe(`Only links with any of these tags, at most ${TAGS_PER_LINK}.`),
  domainId: id<DomainId>('domainId').nullish().describe("Only links on the caller's custom domain of this id."),
  from: instant('from')
    .nullish()
    .describe(`Start of the range, ISO 8601; 30 days before \`to\` if omitted, at most ${MAX_DAYS} days before.`),
  to: instant('to').nullish().describe('End of the range (exclusive), ISO 8601; now if omitted.'),
  timeZone: withDefault(text('timeZone', { min: 1, max: MAX_ZONE_LENGTH }), 'UTC').describe(
    `IANA time zone for days and hours, such as Europe/Berlin, at most ${MAX_ZONE_LENGTH} characters; UTC if omitted.`,
  ),
  bots: withDefault(z.enum(BOT_FILTERS, `bots must be one of ${BOT_FILTERS.join(', ')}`), 'INCLUDE').describe(
    'INCLUDE counts all visits, EXCLUDE human visits, ONLY bot visits.',
  ),
  where: withDefault(
    boundedList(VisitConditionInput, MAX_CONDITIONS, listErrors('where', MAX_CONDITIONS)),
    [],
  ).describe(`Conditions that must all match, at most ${MAX_CONDITIONS}.`),
}

const interval = z.enum(ANALYTICS_INTERVALS, `interval must be one of ${ANALYTICS_INTERVALS.join(', ')}`)

/** A dimension to count visits by. */
export const BreakdownInput = z
  .object({
    by: dimension('by').describe('Dimension to count by.'),
    take: withDefault(
      z
        .int('take must be a whole number')
        .min(1, 'take must be at least 1')
        .max(HOURS_PER_WEEK, `take must be at most ${HOURS_PER_WEEK}`),
      USUAL_ROWS,
    ).describe(
      `Number of rows: ${USUAL_ROWS} if omitted, at most ${MAX_ROWS}; at most ${HOURS_PER_WEEK} by HOUR_OF_WEEK.`,
    ),
  })
  .refine(({ by, take }) => by === 'HOUR_OF_WEEK' || take <= MAX_ROWS, {
    message: `take must be at most ${MAX_ROWS}`,
    path: ['take'],
  })

export const AnalyticsInput = z.object({
  ...analyticsFilterInput,
  series: withDefault(
    boundedList(interval, ANALYTICS_INTERVALS.length, listErrors('series', ANALYTICS_INTERVALS.length)),
    [],
  ).describe('The intervals of the series to return.'),
  previous: withDefault(z.boolean('previous must be true or false'), true).describe(
    'Whether to also count visits in the previous period.',
  ),
  breakdowns: withDefault(
    boundedList(BreakdownInput, MAX_BREAKDOWNS, listErrors('breakdowns', MAX_BREAKDOWNS)),
    [],
  ).describe(`Dimensions to count by, at most ${MAX_BREAKDOWNS}.`),
})
export type AnalyticsInput = z.output<typeof AnalyticsInput>
