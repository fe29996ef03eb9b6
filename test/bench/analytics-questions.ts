import { ANALYTICS_DIMENSIONS } from '@shortlink/core'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** Each question of the API about visits. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  totals: 'totals { hits } previous { hits }',
  'by day in Kathmandu': 'series(interval: DAY) { at hits bots visitors }',
  ...Object.fromEntries(
    ANALYTICS_DIMENSIONS.map((by) => [`by ${by}`, `breakdown(by: ${by}) { rows { value label hits bots visitors } }`]),
  ),
}

export const queryOf = (selection: string) =>
  `query ($filter: AnalyticsFilter) { analytics(filter: $filter) { ${selection} } }`

/** Another quarter of an hour for each call. */
export function filterOf(linkIds: readonly string[] | null, days: number, call: number) {
  const to = Date.now() - call * QUARTER_MS
  const [from, until] = [to - days * DAY_MS, to].map((at) => new Date(at).toISOString())
  return { filter: { linkIds, from, to: until, timeZone: 'Asia/Kathmandu' } }
}
