import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { askPatiently, type LongWork } from '../api/ask-patiently.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'
import { every } from '../api/query-client.ts'
import type { Span } from './periods.ts'
import type { VisitsFilter } from './visits-filter.ts'

/** Polling interval while the page is visible. */
const HITS_EVERY_MS = 2_000
/** Visits in the live list. */
const LIVE_HITS = 20
/** Visits of one request of an export. */
const EXPORT_PAGE = 1000
/** Maximum number of visits in an export from here, which are all in memory; the server's own export has no limit. */
export const MAX_EXPORTED = 100_000

const HIT = graphql(
  `fragment Visit on Hit {
    id createdAt bot device redirectedTo referrer ref rule language
    browser { name } os { name }
    location { country { code } continent { code } city }
  }`,
)
const HITS = graphql(
  'query ($id: ID!, $take: Int, $before: ID) { getShortlinkInfo(id: $id) { id hitCount hits(take: $take, before: $before) { ...Visit } } }',
  [HIT],
)

export type Visit = AnswerOf<typeof HIT>

/** The newest visits of a link; polled every two seconds. Another replica's visits may come late, so all 20 are compared by id. */
export const liveHits = (id: string, isLive = true) =>
  queryOptions({
    queryKey: ['visits', 'live', id],
    queryFn: ({ signal }) =>
      ask(HITS, { id, take: LIVE_HITS }, { signal }).then((answer) => ({
        hitCount: answer.getShortlinkInfo?.hitCount ?? 0,
        hits: answer.getShortlinkInfo?.hits ?? [],
      })),
    refetchInterval: isLive ? every(HITS_EVERY_MS) : false,
  })

/** The visits of a link in a period, newest first; bot visits only if included. At most {@link MAX_EXPORTED}. */
export async function visitsToExport(
  id: string,
  { from, to }: Span,
  bots: VisitsFilter['bots'],
  { signal, onProgress, onWait }: LongWork,
): Promise<readonly Visit[]> {
  const all: Visit[] = []
  for (let before: string | undefined; all.length < MAX_EXPORTED; ) {
    const variables = { id, take: EXPORT_PAGE, ...(before === undefined ? {} : { before }) }
    const { getShortlinkInfo } = await askPatiently(HITS, variables, { signal, onWait })
    const page = getShortlinkInfo?.hits ?? []
    for (const visit of page) {
      const at = new Date(visit.createdAt)
      if (at >= from && at < to && (bots === 'INCLUDE' || !visit.bot)) all.push(visit)
    }
    onProgress(all.length)
    const oldest = page.at(-1)
    if (oldest === undefined || page.length < EXPORT_PAGE || new Date(oldest.createdAt) < from) break
    before = oldest.id
  }
  return all.slice(0, MAX_EXPORTED)
}
