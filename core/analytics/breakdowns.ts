import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Links } from '../links/links.port.ts'
import type { Sums } from './analytics.port.ts'
import type { AnalyticsDimension } from './dimension.ts'
import { labelOf } from './labels.ts'
import { subtract, sumOf, type ValueSums } from './parts.ts'

/** A requested breakdown: the dimension and the number of rows. */
export interface AskedBreakdown {
  readonly by: AnalyticsDimension
  readonly take: number
}

/** The values with the most visits, and the sums of all other visits. */
export interface Breakdown extends AskedBreakdown {
  readonly rows: readonly BreakdownRow[]
  readonly other: Sums
}

export interface BreakdownRow extends ValueSums {
  /** Display text of the value in English. */
  readonly label: string
}

/** The largest requested number of rows per dimension. */
export function widestTakes(asked: readonly AskedBreakdown[]): ReadonlyMap<AnalyticsDimension, number> {
  const takes = new Map<AnalyticsDimension, number>()
  for (const { by, take } of asked) takes.set(by, Math.max(take, takes.get(by) ?? 0))
  return takes
}

/** Adds labels to the values of rows; links get their slugs, with the hostname unless it is the service's own. */
export async function labeller({ links }: { readonly links: Links }, owner: UserId, linkIds: readonly LinkId[]) {
  const addresses = linkIds.length === 0 ? [] : await links.addresses(owner, linkIds)
  const ofLink = new Map<string, string>(
    addresses.map(({ id, hostname, slug }) => [id, hostname === '' ? slug : `${hostname}/${slug}`]),
  )
  return (by: AnalyticsDimension, value: string | null): string =>
    (by === 'LINK' && value !== null ? ofLink.get(value) : undefined) ?? labelOf(by, value)
}

/** The requested breakdown, from the values in order. */
export function toBreakdown(
  { by, take }: AskedBreakdown,
  values: readonly ValueSums[],
  totals: Sums,
  label: Awaited<ReturnType<typeof labeller>>,
): Breakdown {
  const rows = values.slice(0, take).map(({ value, ...sums }) => ({ value, label: label(by, value), ...sums }))
  return { by, take, rows, other: subtract(totals, sumOf(rows)) }
}
