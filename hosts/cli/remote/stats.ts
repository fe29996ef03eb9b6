import type { ShownAnalytics } from '../../shown-analytics.ts'
import { CommandFailed } from '../failure.ts'
import type { LinkCounts, StatsQuestion } from '../rows/stats-shown.ts'
import type { Given } from '../table/parameters.ts'
import { findLink, toShown } from './find-link.ts'
import type { Remote } from './remote.ts'

const SUMS = 'hits bots visitors'

/** Counts the visits of one of the account's links. */
export async function countVisitsRemotely(
  { remote }: { readonly remote: Remote },
  address: Given,
  { interval, breakdowns, ...range }: StatsQuestion,
): Promise<LinkCounts> {
  const link = await findLink(remote, address)
  const byName = breakdowns.map(
    ({ by, take }) => `${by}: breakdown(by: ${by}, take: ${take}) { rows { value label ${SUMS} } other { ${SUMS} } }`,
  )
  const query = `query ($filter: AnalyticsFilter) { analytics(filter: $filter) { from to timeZone visitorsFrom totals { ${SUMS} }
    previous { ${SUMS} } series(interval: ${interval}) { at ${SUMS} } ${byName.join(' ')} } }`
  const { analytics } = await remote.ask(query, { filter: { ...range, linkIds: [link.id] } }).catch(older(remote))
  const { from, to, timeZone, visitorsFrom, totals, previous, series, ...named } = analytics
  const counted: ShownAnalytics = { from, to, timeZone, totals, previous, series, breakdowns: named }
  return { shortUrl: toShown(remote, link).shortUrl, counted, visitorsFrom }
}

/** Says why a server of an earlier version refuses the query. */
const older =
  ({ url }: Remote) =>
  (error: unknown): never => {
    const code: string = error instanceof CommandFailed ? error.code : ''
    throw code === 'GRAPHQL_VALIDATION_FAILED'
      ? new CommandFailed(`${url} is of an earlier version, which does not count visits by day`)
      : error
  }
