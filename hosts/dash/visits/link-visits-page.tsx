import { useQuery } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { LinkHead } from '../links/link-head.tsx'
import type { Link } from '../links/queries.ts'
import { useWords } from '../ui/words.tsx'
import { CountsView } from './counts-view.tsx'
import { LiveVisits } from './live-visits.tsx'
import { ShareButton } from './shared/share-dialog.tsx'
import { liveHits } from './visit-queries.ts'
import { visitsFilterOf } from './visits-filter.ts'

type Rule = Link['rules'][number]

interface LinkVisitsPageProps {
  /** The latest changes of a link. */
  readonly History: ComponentType<{ readonly id: string }>
  /** A rule as a sentence. */
  readonly ruleInWords: (rule: Rule, language: ReturnType<typeof useWords>) => string
}

/** The visits of a link: counts over a range, live visits, and the latest changes. */
export function LinkVisitsPage({ History, ruleInWords }: LinkVisitsPageProps) {
  const { params } = useRoute()
  const id = params.id ?? ''
  return (
    <LinkHead id={id} page="visits">
      {(link) => (
        <>
          <Visits link={link} ruleInWords={ruleInWords} />
          <History id={id} />
        </>
      )}
    </LinkHead>
  )
}

function Visits({ link, ruleInWords }: Pick<LinkVisitsPageProps, 'ruleInWords'> & { readonly link: Link }) {
  const { url } = useLocation()
  const language = useWords()
  const [isLive, setLive] = useState(true)
  const live = useQuery(liveHits(link.id, isLive))
  const filter = visitsFilterOf(url)
  const ruleName = (index: number) => {
    const rule = link.rules[index]
    return rule && ruleInWords(rule, language)
  }
  return (
    <>
      <CountsView
        link={link}
        since={link.createdAt}
        filter={filter}
        path={`/dash/links/${link.id}`}
        isLive={isLive}
        onLive={setLive}
        hasVisits={link.hitCount > 0 || (live.data?.hitCount ?? 0) > 0}
        tags={undefined}
        ruleName={ruleName}
        share={<ShareButton linkId={link.id} tagId={undefined} />}
        without={link.rules.length > 0 ? ['LINK'] : ['LINK', 'RULE']}
      />
      <LiveVisits query={live} ruleName={ruleName} />
    </>
  )
}
