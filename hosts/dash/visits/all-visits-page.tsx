import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { CountsView } from './counts-view.tsx'
import { counts } from './queries.ts'
import { visitsFilterOf } from './visits-filter.ts'

/** The visits of all links together. */
export function AllVisitsPage() {
  const { words, format } = useWords()
  const { url } = useLocation()
  const filter = visitsFilterOf(url)
  const query = useQuery(counts({ linkId: undefined, since: undefined, filter, timeZone: format.timeZone }))
  return (
    <Page title={words.frame.visits}>
      <Loaded query={query} height="40rem">
        {(data) => (
          <CountsView
            counts={data}
            filter={filter}
            path="/dash/visits"
            hasVisits={data.totals.hits + data.previous.hits > 0 || filter.where.length > 0}
            without={['RULE']}
          />
        )}
      </Loaded>
    </Page>
  )
}
