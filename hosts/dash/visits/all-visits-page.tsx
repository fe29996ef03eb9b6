import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { tags } from '../links/queries.ts'
import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.tsx'
import { CountsView } from './counts-view.tsx'
import { account } from './queries.ts'
import { ShareButton } from './shared/share-dialog.tsx'
import { visitsFilterOf } from './visits-filter.ts'

/** The visits of all links together, or of the links with a tag. */
export function AllVisitsPage() {
  const { words, format } = useWords()
  const { url } = useLocation()
  const filter = visitsFilterOf(url)
  const [isLive, setLive] = useState(true)
  const { data } = useQuery(account)
  const known = useQuery(tags)
  return (
    <Page title={words.visits.title}>
      {data !== undefined && data.trackedLinks < data.totalLinks && (
        <p class="muted small">
          {words.visits.tracked(format.number(data.trackedLinks), format.number(data.totalLinks))}
        </p>
      )}
      <CountsView
        link={undefined}
        since={undefined}
        filter={filter}
        path="/dash/visits"
        isLive={isLive}
        onLive={setLive}
        hasVisits={data?.totalClicks !== 0}
        tags={known.data?.map(({ name }) => name) ?? []}
        ruleName={() => undefined}
        share={<ShareButton linkId={undefined} tagId={known.data?.find(({ name }) => name === filter.tag)?.id} />}
        without={['RULE', 'LINK']}
      />
    </Page>
  )
}
