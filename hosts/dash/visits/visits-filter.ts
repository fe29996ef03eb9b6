/** What the breakdown cards count by, in their order. */
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
  'RULE',
  'LINK',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const RANGES = ['24h', '7d', '30d', '90d', '12m', 'all'] as const
export type Range = (typeof RANGES)[number]

export interface Condition {
  readonly by: Dimension
  readonly value: string
}

/** Which visits a page counts; kept in the address. */
export interface VisitsFilter {
  readonly range: Range
  readonly bots: 'INCLUDE' | 'EXCLUDE'
  readonly where: readonly Condition[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest range that the server takes, less a day for the time until it arrives. */
const LONGEST_MS = 1829 * DAY_MS
const MAX_CONDITIONS = 5

const LENGTHS_MS: Readonly<Record<Exclude<Range, 'all'>, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '12m': 365 * DAY_MS,
}

/** When a range that ends now begins; that of all times begins with `since`. */
export function startOf(range: Range, now: Date, since: string | undefined): Date {
  if (range !== 'all') return new Date(now.getTime() - LENGTHS_MS[range])
  const earliest = now.getTime() - LONGEST_MS
  const wanted = since === undefined ? earliest : new Date(since).getTime() - HOUR_MS
  return new Date(Math.max(earliest, Math.min(wanted, now.getTime() - DAY_MS)))
}

/** The length of a bar of the chart. */
export const intervalOf = (range: Range) =>
  range === '24h' ? 'HOUR' : range === '12m' ? 'WEEK' : range === 'all' ? 'MONTH' : 'DAY'

/** The filter that an address names; what is no valid value is left out. */
export function visitsFilterOf(url: string): VisitsFilter {
  const { searchParams } = new URL(url, 'https://localhost')
  const where = searchParams.getAll('where').flatMap((text): Condition[] => {
    const at = text.indexOf(':')
    const by = DIMENSIONS.find((name) => name === text.slice(0, at))
    return by && at < text.length - 1 ? [{ by, value: text.slice(at + 1) }] : []
  })
  return {
    range: RANGES.find((range) => range === searchParams.get('range')) ?? '30d',
    bots: searchParams.get('bots') === 'include' ? 'INCLUDE' : 'EXCLUDE',
    where: where.slice(0, MAX_CONDITIONS),
  }
}

/** The address of a page with this filter. */
export function addressOf(path: string, { range, bots, where }: VisitsFilter): string {
  const parameters = new URLSearchParams()
  if (range !== '30d') parameters.set('range', range)
  if (bots === 'INCLUDE') parameters.set('bots', 'include')
  for (const { by, value } of where) parameters.append('where', `${by}:${value}`)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** The conditions with this one added; or removed, if it is among them. */
export function toggledWhere(where: readonly Condition[], condition: Condition): readonly Condition[] {
  const others = where.filter(({ by }) => by !== condition.by)
  const isThere = where.some(({ by, value }) => by === condition.by && value === condition.value)
  return isThere ? others : [...others, condition].slice(-MAX_CONDITIONS)
}
