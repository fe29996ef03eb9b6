/** Dimensions of the breakdown cards, in their order. */
export const DIMENSIONS = [
  'COUNTRY',
  'CITY',
  'REFERRER',
  'BROWSER',
  'OS',
  'DEVICE',
  'LANGUAGE',
  'WEEKDAY',
  'UTM_SOURCE',
  'UTM_CAMPAIGN',
  'REF',
  'RULE',
  'LINK',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const RANGES = ['24h', '7d', '30d', '90d', '12m', 'all', 'own'] as const
export type Range = (typeof RANGES)[number]

export interface Condition {
  readonly by: Dimension
  readonly value: string
}

/** Filter of a page's visits; stored in the URL. */
export interface VisitsFilter {
  readonly range: Range
  /** The first and the last day of a custom range, such as 2026-01-31, in the viewer's time zone. Empty for other ranges. */
  readonly from: string
  readonly to: string
  readonly bots: 'INCLUDE' | 'EXCLUDE'
  readonly where: readonly Condition[]
}

export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'

/** A period, from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  readonly from: Date
  readonly to: Date
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The longest range that the server accepts, minus a day for the time until the request arrives. */
const LONGEST_MS = 1829 * DAY_MS
const MAX_CONDITIONS = 5

const LENGTHS_MS = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '12m': 365 * DAY_MS,
} as const satisfies Partial<Record<Range, number>>

/** The period of a filter. All time starts at `since`. Each period starts no earlier than the server can count. */
export function spanOf({ range, from, to }: VisitsFilter, now: Date, since: string | undefined): Span {
  const atLeast = (wantedMs: number, end: Date) => new Date(Math.max(wantedMs, end.getTime() - LONGEST_MS))
  if (range === 'own') {
    const end = new Date(midnight(to).getTime())
    end.setDate(end.getDate() + 1)
    return { from: atLeast(midnight(from).getTime(), end), to: end }
  }
  const end = now.getTime()
  if (range !== 'all') return { from: new Date(end - LENGTHS_MS[range]), to: now }
  const wanted = since === undefined ? 0 : new Date(since).getTime() - HOUR_MS
  return { from: atLeast(Math.min(wanted, end - DAY_MS), now), to: now }
}

const midnight = (day: string) => new Date(`${day}T00:00:00`)

/** The length of a bar of the chart: as short as fits, with at most about 100 bars. */
export function intervalOf({ from, to }: Span): Interval {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  return days <= 2.1 ? 'HOUR' : days <= 100 ? 'DAY' : days <= 740 ? 'WEEK' : 'MONTH'
}

/** A day in the format of the URL and `<input type=date>`, in the viewer's time zone. */
export function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The shortest range that ends now and contains that instant; for an older one the 30 days up to it. */
export function rangeWith(at: Date, now: Date): Pick<VisitsFilter, 'range' | 'from' | 'to'> {
  const ranges = Object.entries(LENGTHS_MS) as [keyof typeof LENGTHS_MS, number][]
  // A day less, since the instant may be any of its day.
  const range = ranges.find(([, lengthMs]) => at.getTime() > now.getTime() - lengthMs + DAY_MS)?.[0]
  if (range) return { range, from: '', to: '' }
  const from = new Date(at)
  from.setDate(from.getDate() - 29)
  return { range: 'own', from: dayOf(from), to: dayOf(at) }
}

/** The filter in a URL; omits invalid values. */
export function visitsFilterOf(url: string): VisitsFilter {
  const { searchParams } = new URL(url, 'https://localhost')
  const where = searchParams.getAll('where').flatMap((text): Condition[] => {
    const at = text.indexOf(':')
    const by = DIMENSIONS.find((name) => name === text.slice(0, at))
    return by && at < text.length - 1 ? [{ by, value: text.slice(at + 1) }] : []
  })
  const range = RANGES.find((one) => one === searchParams.get('range')) ?? '30d'
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  const isOwn = range === 'own' && isDay(from) && isDay(to) && from <= to
  return {
    range: range === 'own' && !isOwn ? '30d' : range,
    from: isOwn ? from : '',
    to: isOwn ? to : '',
    bots: searchParams.get('bots') === 'include' ? 'INCLUDE' : 'EXCLUDE',
    where: where.slice(0, MAX_CONDITIONS),
  }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight(text).getTime())

/** The URL of a page with this filter. */
export function addressOf(path: string, { range, from, to, bots, where }: VisitsFilter): string {
  const parameters = new URLSearchParams()
  if (range !== '30d') parameters.set('range', range)
  if (range === 'own') {
    parameters.set('from', from)
    parameters.set('to', to)
  }
  if (bots === 'INCLUDE') parameters.set('bots', 'include')
  for (const { by, value } of where) parameters.append('where', `${by}:${value}`)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** Adds the condition, or removes it if it exists. */
export function toggledWhere(where: readonly Condition[], condition: Condition): readonly Condition[] {
  const others = where.filter(({ by }) => by !== condition.by)
  const isThere = where.some(({ by, value }) => by === condition.by && value === condition.value)
  return isThere ? others : [...others, condition].slice(-MAX_CONDITIONS)
}
