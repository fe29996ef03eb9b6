import { ANALYTICS_DIMENSIONS, type AnalyticsDimension, type AnalyticsInterval, analytics } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/host'
import { badUsage, CommandFailed } from '../failure.ts'
import { findLink } from '../links/find-link.ts'
import { type Given, type Parameter, parameter } from '../parameters.ts'
import { type AnyHost, onEither, type Row, type Shown } from '../table/row.ts'
import { PAST_FORMS, toPastText } from '../values.ts'
import { linkAddress } from './links.ts'
import { showAnalytics } from './stats-shown.ts'
import { listUnknown, UNKNOWN_OPTIONS } from './unknown-visits.ts'

const USUAL_BREAKDOWNS = ['COUNTRY', 'REFERRER'] as const
const USUAL_ROWS = 10
/** Number of rows of each breakdown if one is about the hours of a day. */
const HOURS = 24
const HOUR_MS = 60 * 60_000
const USUAL_SPAN_MS = 30 * DAY_MS

/** The longest period, in days, that each interval divides into no more bars than a terminal has columns. */
const LONGEST_DAYS: readonly (readonly [AnalyticsInterval, number])[] = [
  ['HOUR', 2],
  ['DAY', 62],
  ['WEEK', 434],
]

const spelled = (dimension: AnalyticsDimension) => dimension.toLowerCase().replaceAll('_', '-')

/** Parses a dimension in any case, with dashes or underscores. */
function toDimension(text: string): AnalyticsDimension {
  const name = text.toUpperCase().replaceAll('-', '_')
  const found = ANALYTICS_DIMENSIONS.find((dimension) => dimension === name)
  if (found) return found
  throw badUsage(`--by must be one of ${ANALYTICS_DIMENSIONS.map(spelled).join(', ')}`)
}

const past = (flags: string, description: string): Parameter => {
  const declared = parameter(flags, description)
  return { ...declared, read: (text) => toPastText(text, `--${declared.field}`) }
}

/** Returns the query about a link: a series that fits a terminal, in this machine's time zone, and the breakdowns. */
function questionOf({ from, to, by = USUAL_BREAKDOWNS }: Given) {
  const end = to === undefined ? Date.now() : Date.parse(to)
  const spanMs = from === undefined ? USUAL_SPAN_MS : end - Date.parse(from)
  // Round to hours, since time passes between reading `from` and the clock.
  const days = Math.round(spanMs / HOUR_MS) / 24
  const [interval] = LONGEST_DAYS.find(([, longest]) => days <= longest) ?? ['MONTH']
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const take = by.includes('HOUR_OF_DAY') ? HOURS : USUAL_ROWS
  const breakdowns = Array.from(new Set<AnalyticsDimension>(by), (by) => ({ by, take }))
  return { from, to, timeZone, series: [interval] as const, breakdowns }
}

/** Shows the chart of a link. */
export async function chart(host: AnyHost, { slug, host: hostname, ...given }: Given): Promise<Shown> {
  const link = await findLink(host, { slug, host: hostname })
  if (link.owner === null) throw new CommandFailed('the link has no owner, so its visits are not tracked')
  const asked = { ...questionOf(given), linkIds: [link.id] }
  return showAnalytics(host.shortUrl(link), await host.run(analytics, asked, link), asked.series[0])
}

const LINK_OPTIONS = ['slug', 'from', 'to', 'by']
const [, hostOption] = linkAddress

/** Whether the command is about unknown slugs. Ends the command if its options conflict. */
function isAboutUnknown({ unknown, ...given }: Given): boolean {
  const [others, rule] = unknown
    ? [LINK_OPTIONS, '--unknown cannot be combined with a link, --from, --to or --by']
    : [['days', 'take'], '--days and --take require --unknown']
  if (others.some((field) => field in given)) throw badUsage(rule)
  if (!unknown && given.slug === undefined) throw badUsage('name a link, or pass --unknown')
  return unknown === true
}

export const stats: Row = {
  path: 'stats',
  summary:
    'Chart the visits of a link over time and by country, referrer and other dimensions; --unknown lists requested slugs that no link has',
  access: 'operator',
  effect: 'reads',
  parameters: [
    parameter('[link]', 'slug or id of the link, of any owner', { field: 'slug' }),
    hostOption,
    past('--from <time>', 'start of the range; default: 30 days before its end'),
    past('--to <time>', 'end of the range; default: now'),
    {
      ...parameter('--by <fact>', 'dimension to count by; may be repeated; default: country and referrer', {
        repeats: true,
      }),
      read: toDimension,
    },
    ...UNKNOWN_OPTIONS,
  ],
  notes: `Visits to unknown slugs exclude bots; with --server, they are limited to the account’s domains.\nTimes are ${PAST_FORMS}.\nDays and hours are in this machine's time zone; TZ overrides it.\nDimensions are ${ANALYTICS_DIMENSIONS.map(spelled).join(', ')}.`,
  examples: [
    'stats spring',
    'stats spring --from 7d --by device --by utm-source',
    'stats spring --from 1y --json',
    'stats --unknown',
  ],
  ...onEither(async (host, given) => (isAboutUnknown(given) ? listUnknown(host, given) : chart(host, given))),
}
