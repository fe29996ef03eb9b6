import { useQuery } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { useLocation, useRoute } from 'preact-iso'
import { LinkHead } from '../links/link-head.tsx'
import { link } from '../links/queries.ts'
import { useWords } from '../ui/words.tsx'
import { CountsView } from './counts-view.tsx'
import { LiveVisits } from './live-visits.tsx'
import { counts } from './queries.ts'
import { visitsFilterOf } from './visits-filter.ts'

interface LinkVisitsPageProps {
  /** The latest changes of a link. */
  readonly History: ComponentType<{ readonly id: string }>
}

/** The visits of a link: counts over a range, live visits, and the latest changes. */
export function LinkVisitsPage({ History }: LinkVisitsPageProps) {
  const { params } = useRoute()
  const { url } = useLocation()
  const { format } = useWords()
  const id = params.id ?? ''
  const filter = visitsFilterOf(url)
  const one = useQuery(link(id))
  // Only all time has to wait for the link.
  const isAll = filter.range === 'all'
  const since = isAll ? one.data?.createdAt : undefined
  const sums = useQuery({
    ...counts({ linkId: id, since, filter, timeZone: format.timeZone }),
    enabled: !isAll || since !== undefined,
  })
  return (
    <LinkHead id={id} page="visits">
      {(shown) => (
        <>
          <CountsView
            query={sums}
            linkId={id}
            filter={filter}
            path={`/dash/links/${id}`}
            hasVisits={shown.hitCount > 0}
            shortUrl={shown.shortUrl}
            without={shown.rules.length > 0 ? ['LINK'] : ['LINK', 'RULE']}
          />
          <LiveVisits link={shown} filter={filter} />
          <History id={id} />
        </>
      )}
    </LinkHead>
  )
}
