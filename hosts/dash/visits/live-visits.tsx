import { useQuery } from '@tanstack/preact-query'
import type { Link } from '../links/queries.ts'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { ExportVisits } from './export-visits.tsx'
import styles from './live-visits.module.css'
import { liveHits, type Visit } from './queries.ts'
import type { VisitsFilter } from './visits-filter.ts'

interface LiveVisitsProps {
  readonly link: Link
  /** Filter of the exported visits. */
  readonly filter: VisitsFilter
}

/** The newest visits as they arrive, each with its destination and the reason. */
export function LiveVisits({ link, filter }: LiveVisitsProps) {
  const { words } = useWords()
  const query = useQuery(liveHits(link.id))
  return (
    <section class="card stack" aria-label={words.visits.live}>
      <div class="cluster apart">
        <h2>{words.visits.live}</h2>
        <ExportVisits link={link} filter={filter} />
      </div>
      <Loaded query={query} height="12rem">
        {({ hits }) =>
          hits.length === 0 ? (
            <p class="muted">{words.visits.waiting}</p>
          ) : (
            <ul class={styles.list}>
              {hits.map((visit) => (
                <LiveVisit key={visit.id} visit={visit} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function LiveVisit({ visit }: { readonly visit: Visit }) {
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
        {visit.rule === null ? words.visits.byTarget : words.visits.byRule(visit.rule + 1)}
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
