import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { CountsView } from './counts-view.tsx'
import { MostVisited } from './most-visited.tsx'
import { counts, lastWeek } from './queries.ts'
import { Totals } from './totals.tsx'
import { visitsFilterOf } from './visits-filter.ts'

/** The visits of all links together. */
export function AllVisitsPage() {
  const { words, format } = useWords()
  const { url } = useLocation()
  const filter = visitsFilterOf(url)
  const { timeZone } = format
  const query = useQuery(counts({ linkId: undefined, since: undefined, filter, timeZone }))
  const week = useQuery(lastWeek(timeZone))
  return (
    <Page title={words.frame.visits}>
      <section class="stack tight" aria-label={words.visits.week}>
        <h2>{words.visits.week}</h2>
        <Loaded query={week} height="7rem">
          {({ analytics, shortlinkAnalytics: { totalLinks, trackedLinks } }) => (
            <>
              <Totals now={analytics.totals} before={analytics.previous} withBots={false} />
              {trackedLinks < totalLinks && (
                <p class="muted small">
                  {words.visits.tracked(format.number(trackedLinks), format.number(totalLinks))}
                </p>
              )}
            </>
          )}
        </Loaded>
      </section>
      <CountsView
        query={query}
        linkId={undefined}
        filter={filter}
        path="/dash/visits"
        hasVisits={week.data?.shortlinkAnalytics.totalClicks !== 0}
        shortUrl={undefined}
        without={['RULE', 'LINK']}
      >
        {({ LINK }) => <MostVisited breakdown={LINK} />}
      </CountsView>
    </Page>
  )
}
