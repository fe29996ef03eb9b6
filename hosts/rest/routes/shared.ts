import {
  createStatShare,
  deleteStatShare,
  type SharedAnalytics,
  STAT_CARDS,
  sharedAnalytics,
  statShares,
  updateStatShare,
} from '@shortlink/core'
import { shareWithPassword } from '@shortlink/core/host'
import { z } from 'zod'
import { AnalyticsSchema, shownAnalytics } from '../../kit/shown-analytics.ts'
import { isoOf } from '../../kit/shown-options.ts'
import { list, nothing, object, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'
import { ANALYTICS_NAMES, AnalyticsQuery, toAnalyticsInput } from './analytics.ts'

const { interval, breakdown, take } = AnalyticsQuery.shape
const { token, from, to, timeZone, bots, previous, visits } = sharedAnalytics.input.shape

const orNull = (text: string) => z.string().nullable().describe(text)

const SharedResult = AnalyticsSchema.extend({
  of: z
    .enum(['LINK', 'TAG', 'ALL'])
    .describe('The subject of the numbers: a link, the links with a tag, or all links.'),
  name: orNull('The slug of the link or the name of the tag; null for all links.'),
  cards: z.array(z.enum(STAT_CARDS)).describe('The cards that may be read.'),
  showVisits: z.boolean().describe('Whether recent visits may be read.'),
  expiresAt: orNull('When the page expires; null for never.'),
  access: orNull('Stands for the password in later requests, as `Share-Access`; null without a password.'),
  visits: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When the visit happened.'),
        country: orNull('ISO 3166-1 alpha-2 code. With the card LOCATIONS, as region and city.'),
        region: orNull('Name of the region.'),
        city: orNull('Name of the city.'),
        device: orNull('desktop, mobile, tablet, bot or other. With the card DEVICES, as browser and os.'),
        browser: orNull('Name of the browser, without its version.'),
        os: orNull('Name of the operating system, without its version.'),
        referrer: orNull('Host of the referring page. With the card SOURCES, as campaign.'),
        campaign: orNull('The campaign parameter `utm_campaign`.'),
      }),
    )
    .optional()
    .describe(
      'The newest visits, newest first, if `visits` is given. Unknown facts are null, as are facts of other cards.',
    ),
})

function toSharedResult(answer: SharedAnalytics): z.input<typeof SharedResult> {
  const { share, access, visits } = answer
  return {
    ...shownAnalytics(answer),
    ...{ of: share.of, name: share.name, cards: [...share.cards], showVisits: share.showVisits, access },
    expiresAt: isoOf(share.expiresAt),
    ...(visits && { visits: visits.map(({ at, ...facts }) => ({ at: new Date(at).toISOString(), ...facts })) }),
  }
}

const sums = (hits: number, bots: number, visitors: number) => ({ hits, bots, visitors })

const EXAMPLE: z.input<typeof SharedResult> = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  timeZone: 'UTC',
  totals: sums(120, 20, 64),
  previous: sums(90, 12, 51),
  breakdowns: {
    COUNTRY: { rows: [{ value: 'DE', label: 'Germany', ...sums(80, 4, 50) }], other: sums(40, 16, 14) },
  },
  of: 'LINK',
  name: 'summer',
  cards: ['LOCATIONS', 'DEVICES'],
  showVisits: true,
  expiresAt: null,
  access: null,
  visits: [
    {
      ...{ at: '2026-11-30T08:13:00.000Z', country: 'DE', region: 'Bavaria', city: 'Munich', device: 'desktop' },
      ...{ browser: 'Firefox', os: 'Linux', referrer: null, campaign: null },
    },
  ],
}

/** Shared statistics: their owner's operations, and reading them. */
export const sharedRoutes: readonly Row[] = [
  route('GET', '/stat-shares', statShares, {
    id: 'listStatShares',
    summary: 'List shared statistics, newest first',
    answer: list(shapeOf('StatShare')),
  }),
  route('POST', '/stat-shares', createStatShare, {
    summary: 'Share statistics of a link, a tag or all links',
    description: 'Only this response has `url`, the public page. API keys need `analytics:read`, too.',
    answer: one(shapeOf('CreatedStatShare'), { location: ({ share }) => `/stat-shares/${share.id}` }),
  }),
  route('PATCH', '/stat-shares/{id}', updateStatShare, {
    summary: 'Update shared statistics; their URL stays',
    description: 'API keys need `analytics:read`, too.',
    answer: one(shapeOf('StatShare')),
  }),
  route('DELETE', '/stat-shares/{id}', deleteStatShare, { summary: 'Revoke shared statistics', answer: nothing }),
  route('GET', '/shared/{token}', sharedAnalytics, {
    id: 'getSharedStatistics',
    summary: 'Read shared statistics, without an account',
    description:
      "The share decides which links count and which dimensions may be read. An unknown, revoked or expired share is 404. A missing or wrong password is 403; guesses are limited like a link's.",
    headers: { password: 'Share-Password', access: 'Share-Access' },
    tries: (ports, { token, password }) =>
      password === undefined ? Promise.resolve(undefined) : shareWithPassword(ports, String(token)),
    input: z.object({ token, from, to, timeZone, bots, previous, interval, breakdown, take, visits }),
    names: ANALYTICS_NAMES,
    toInput: toAnalyticsInput,
    answer: object(SharedResult, toSharedResult, EXAMPLE),
  }),
]
