/** Dimensions that visits can be filtered by. */
export const DIMENSIONS = [
  'COUNTRY',
  'REGION',
  'CITY',
  'REFERRER',
  'UTM_CAMPAIGN',
  'UTM_SOURCE',
  'UTM_MEDIUM',
  'REF',
  'DEVICE',
  'BROWSER',
  'OS',
  'LANGUAGE',
  'WEEKDAY',
  'HOUR_OF_WEEK',
  'RULE',
  'DESTINATION',
  'LINK',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const RANGES = ['24h', '7d', '30d', '90d', '12m', 'all', 'own'] as const
export type Range = (typeof RANGES)[number]

/** Periods to compare with. */
export const COMPARISONS = ['previous', 'year', 'own', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number]

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
  readonly compare: Comparison
  /** The first and the last day of a custom comparison. Empty for other comparisons. */
  readonly compareFrom: string
  readonly compareTo: string
  readonly bots: 'INCLUDE' | 'EXCLUDE'
  /** The only tag, of all links; empty for any. */
  readonly tag: string
  readonly where: readonly Condition[]
}

const MAX_CONDITIONS = 5

/** The filter in a URL; omits invalid values. */
export function visitsFilterOf(url: string): VisitsFilter {
  const { searchParams } = new URL(url, 'https://localhost')
  const text = (name: string) => searchParams.get(name) ?? ''
  const where = searchParams.getAll('where').flatMap((text): Condition[] => {
    const at = text.indexOf(':')
    const by = DIMENSIONS.find((name) => name === text.slice(0, at))
    return by && at < text.length - 1 ? [{ by, value: text.slice(at + 1) }] : []
  })
  const range = RANGES.find((one) => one === text('range')) ?? '30d'
  const own = days(text('from'), text('to'))
  const compare = COMPARISONS.find((one) => one === text('compare')) ?? 'previous'
  const ownComparison = days(text('compare-from'), text('compare-to'))
  return {
    range: range === 'own' && !own ? '30d' : range,
    from: range === 'own' && own ? own.from : '',
    to: range === 'own' && own ? own.to : '',
    compare: compare === 'own' && !ownComparison ? 'previous' : compare,
    compareFrom: compare === 'own' && ownComparison ? ownComparison.from : '',
    compareTo: compare === 'own' && ownComparison ? ownComparison.to : '',
    bots: text('bots') === 'include' ? 'INCLUDE' : 'EXCLUDE',
    tag: text('tag'),
    where: where.slice(0, MAX_CONDITIONS),
  }
}

const days = (from: string, to: string) => (isDay(from) && isDay(to) && from <= to ? { from, to } : undefined)

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))

/** The URL of a page with this filter. */
export function addressOf(path: string, filter: VisitsFilter): string {
  const parameters = new URLSearchParams()
  if (filter.range !== '30d') parameters.set('range', filter.range)
  if (filter.range === 'own') {
    parameters.set('from', filter.from)
    parameters.set('to', filter.to)
  }
  if (filter.compare !== 'previous') parameters.set('compare', filter.compare)
  if (filter.compare === 'own') {
    parameters.set('compare-from', filter.compareFrom)
    parameters.set('compare-to', filter.compareTo)
  }
  if (filter.bots === 'INCLUDE') parameters.set('bots', 'include')
  if (filter.tag !== '') parameters.set('tag', filter.tag)
  for (const { by, value } of filter.where) parameters.append('where', `${by}:${value}`)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** Adds the condition, or removes it if it exists. */
export function toggledWhere(where: readonly Condition[], condition: Condition): readonly Condition[] {
  const others = where.filter(({ by }) => by !== condition.by)
  const isThere = where.some(({ by, value }) => by === condition.by && value === condition.value)
  return isThere ? others : [...others, condition].slice(-MAX_CONDITIONS)
}
