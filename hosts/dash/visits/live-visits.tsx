import { type UseQueryResult, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { RowBones } from './cards/row-bones.tsx'
import type { RuleName } from './cards/use-label.ts'
import styles from './live-visits.module.css'
import { refreshCounts } from './queries.ts'
import type { Visit } from './visit-queries.ts'

/** The list has fewer visits than the request, whose others tell that there are new ones. */
const SHOWN = 10

interface LiveVisitsProps {
  readonly query: UseQueryResult<{ readonly hits: readonly Visit[] }, unknown>
  readonly ruleName: RuleName
}

/** The newest visits as they arrive, each with its destination and the reason. A new one refreshes the numbers above at once. */
export function LiveVisits({ query, ruleName }: LiveVisitsProps) {
  const { words } = useWords()
  useRefreshAfter(query.data?.hits)
  return (
    <section class="card stack" aria-label={words.visits.live}>
      <h2>{words.visits.live}</h2>
      {query.data === undefined && !query.error && <RowBones />}
      {(query.data !== undefined || query.error) && (
        <Loaded query={query}>
          {({ hits }) =>
            hits.length === 0 ? (
              <p class="muted">{words.visits.waiting}</p>
            ) : (
              <ul class={styles.list}>
                {hits.slice(0, SHOWN).map((visit) => (
                  <LiveVisit key={visit.id} visit={visit} ruleName={ruleName} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

/** Refreshes the numbers when the list has visits that it did not have before. */
function useRefreshAfter(hits: readonly Visit[] | undefined) {
  const client = useQueryClient()
  const known = useRef<string>(undefined)
  const ids = hits?.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (ids === undefined) return
    if (known.current !== undefined && known.current !== ids) void refreshCounts(client)
    known.current = ids
  }, [ids, client])
}

interface LiveVisitProps {
  readonly visit: Visit
  readonly ruleName: RuleName
}

function LiveVisit({ visit, ruleName }: LiveVisitProps) {
  const { words, format } = useWords()
  const { country, city } = visit.location
  const place = [city, country && country.code !== 'ZZ' ? format.country(country.code) : null]
    .filter(Boolean)
    .join(', ')
  const agent = [visit.browser?.name, visit.os?.name].filter(Boolean).join(' · ')
  return (
    <li>
      <time dateTime={visit.createdAt} title={format.dateTime(visit.createdAt)} class="muted small">
        {format.ago(visit.createdAt)}
      </time>
      <p class="cluster">
        <bdi>{place || words.visits.unknownPlace}</bdi>
        <bdi class="muted">{agent || words.visits.unknownAgent}</bdi>
        {visit.bot && <span class="chip">{words.visits.bot}</span>}
      </p>
      <p class="muted small">
        {visit.rule === null ? words.visits.byTarget : (ruleName(visit.rule) ?? words.visits.rule(visit.rule + 1))}
        {visit.redirectedTo && (
          <>
            {' → '}
            <bdi>{visit.redirectedTo}</bdi>
          </>
        )}
        {visit.referrer && (
          <>
            {' · '}
            <bdi>{words.visits.from(visit.referrer)}</bdi>
          </>
        )}
      </p>
    </li>
  )
}
