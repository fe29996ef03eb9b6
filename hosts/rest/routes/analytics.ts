import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_INTERVALS,
  type AnalyticsAnswer,
  analytics,
  annotations,
  createAnnotation,
  deleteAnnotation,
  exportHits,
  getHit,
  linkAnalytics,
  unknownVisits,
  updateAnnotation,
} from '@shortlink/core'
import { BreakdownInput } from '@shortlink/core/host'
import { z } from 'zod'
import { AnalyticsSchema, shownAnalytics } from '../../kit/shown-analytics.ts'
import { isoOf } from '../../kit/shown-options.ts'
import { shownUnknownVisit } from '../../kit/shown-unknown-visit.ts'
import { HIT_FORMATS } from '../hit-rows.ts'
import { EXPORT_EXAMPLES, LIVE_EXAMPLES, LiveVisit, streamPart, VisitRow } from '../openapi/visits.ts'
import { list, nothing, object, one } from '../table/answers.ts'
import { limited } from '../table/limited.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'
import { stream } from '../table/stream-answer.ts'

/** Breakdowns of one call. */
const MAX_BREAKDOWNS = 10

const { from, to, after, linkId } = exportHits.input.shape

/** The parameters of a query of visits. */
export const AnalyticsQuery = analytics.input.omit({ series: true, breakdowns: true }).extend({
  interval: z.enum(ANALYTICS_INTERVALS).optional().describe('Adds `series`: one point per interval, at most 2000.'),
  breakdown: z
    .array(z.enum(ANALYTICS_DIMENSIONS))
    .max(MAX_BREAKDOWNS)
    .optional()
    .describe(`Adds the most visited values of a dimension; may be repeated, at most ${MAX_BREAKDOWNS} times.`),
  take: BreakdownInput.shape.take,
})

const AnalyticsResult = AnalyticsSchema.extend({
  keptFrom: z.iso.datetime().nullable().describe('Start of the retained visits; null while no visit was deleted.'),
  visitorsFrom: z.iso
    .datetime()
    .nullable()
    .describe('Start of the visitor counts; null while visitors are not counted.'),
})

const toAnalyticsResult = (answer: AnalyticsAnswer) => ({
  ...shownAnalytics(answer),
  keptFrom: isoOf(answer.keptFrom),
  visitorsFrom: isoOf(answer.visitorsFrom),
})

const sums = (hits: number, bots: number, visitors: number) => ({ hits, bots, visitors })

const EXAMPLE: z.input<typeof AnalyticsResult> = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  timeZone: 'Europe/Berlin',
  totals: sums(120, 20, 64),
  previous: sums(90, 12, 51),
  series: [{ at: '2026-11-01T00:00:00.000Z', ...sums(120, 20, 64) }],
  breakdowns: {
    COUNTRY: { rows: [{ value: 'DE', label: 'Germany', ...sums(80, 4, 50) }], other: sums(40, 16, 14) },
  },
  keptFrom: null,
  visitorsFrom: '2026-10-01T00:00:00.000Z',
}

/** The parameters that stand for members of the use case's input. */
export const ANALYTICS_NAMES = { breakdowns: 'breakdown', series: 'interval' }

type Asked = { readonly interval?: string; readonly breakdown?: readonly string[]; readonly take?: unknown }

/** The input of a use case that counts visits. */
export const toAnalyticsInput = ({ interval, breakdown, take, ...filter }: Asked) => ({
  ...filter,
  series: interval === undefined ? [] : [interval],
  breakdowns: [...new Set(breakdown ?? [])].map((by) => ({ by, take })),
})

export const analyticsRoutes: readonly Row[] = [
  route('GET', '/analytics', analytics, {
    id: 'getAnalytics',
    summary: 'Count visits',
    description:
      "Visits, bots and unique visitors (summed by day) of all links, or by id, slug or tag. `previous` has the previous period's sums.",
    input: AnalyticsQuery,
    names: ANALYTICS_NAMES,
    toInput: toAnalyticsInput,
    answer: object(AnalyticsResult, toAnalyticsResult, EXAMPLE),
  }),
  route('GET', '/annotations', annotations, {
    id: 'listAnnotations',
    summary: 'List annotations of charts, by day',
    answer: list(shapeOf('Annotation')),
  }),
  route('POST', '/annotations', createAnnotation, {
    summary: 'Add a note to a day of the charts of a link, or of the whole account',
    answer: one(shapeOf('Annotation'), { location: ({ id }) => `/annotations/${id}` }),
  }),
  route('PATCH', '/annotations/{id}', updateAnnotation, {
    summary: 'Move an annotation to another day, or replace its text',
    answer: one(shapeOf('Annotation')),
  }),
  route('DELETE', '/annotations/{id}', deleteAnnotation, { summary: 'Delete an annotation', answer: nothing }),
  route('GET', '/links/totals', linkAnalytics, {
    id: 'getLinkTotals',
    summary: 'Get the totals of all links, and the ten most visited',
    answer: one(shapeOf('ShortlinkAnalytics')),
  }),
  route('GET', '/unknown-visits', unknownVisits, {
    id: 'listUnknownVisits',
    summary: 'List visits to unknown slugs on custom domains, most first',
    ...limited(unknownVisits.input),
    answer: list(shapeOf('UnknownVisit'), shownUnknownVisit),
  }),
  route('GET', '/hits', exportHits, {
    summary: 'Export visits, oldest first',
    description: 'Streams all visits. To continue an export, pass the last id as `after`.',
    input: z.object({
      format: z.enum(HIT_FORMATS).optional().describe('`csv` or `ndjson`; by default as in `Accept`, else NDJSON.'),
      ...{ after, from, to, linkId },
    }),
    answer: stream({
      description: 'The visits, one per line.',
      part: streamPart('VisitRow', VisitRow),
      examples: EXPORT_EXAMPLES,
    }),
  }),
  route('GET', '/hits/{id}', getHit, { summary: 'Get a visit', answer: one(shapeOf('Hit')) }),
  route('GET', '/live', exportHits, {
    id: 'watchHits',
    summary: 'Watch new visits as server-sent events',
    description:
      '`hit` is a visit. `skipped` has the number of visits that were omitted, because a second had more than 200. An account can have at most 5 concurrent streams.',
    input: z.object({}),
    answer: stream({
      description: 'The events, until the client disconnects or an hour has passed.',
      part: streamPart('LiveVisit', LiveVisit),
      examples: LIVE_EXAMPLES,
    }),
  }),
]
