import { useQuery } from '@tanstack/preact-query'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { RowBones } from '../cards/row-bones.tsx'
import styles from '../live-visits.module.css'
import { type SharedVisit, sharedVisits } from './queries.ts'

interface SharedVisitsProps {
  readonly token: string
  readonly access: string | null
}

/** The newest visits, with the facts of the cards that the owner selected. */
export function SharedVisits(props: SharedVisitsProps) {
  const { words } = useWords()
  const query = useQuery(sharedVisits(props))
  return (
    <section class="card stack" aria-label={words.visits.live}>
      <h2>{words.visits.live}</h2>
      {query.data === undefined && !query.error ? (
        <RowBones />
      ) : (
        <Loaded query={query}>
          {(visits) =>
            visits.length === 0 ? (
              <p class="muted">{words.shared.noVisits}</p>
            ) : (
              <ul class={styles.list}>
                {visits.map((visit, index) => (
                  <Visit key={`${visit.at} ${index}`} visit={visit} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

function Visit({ visit }: { readonly visit: SharedVisit }) {
  const { words, format } = useWords()
  const { at, country, region, city, device, browser, os, referrer, campaign } = visit
  const place = [city, region === city ? null : region, country && format.country(country)].filter(Boolean).join(', ')
  const agent = [device && (words.visits.devices[device] ?? device), browser, os].filter(Boolean).join(' · ')
  const source = [referrer && words.visits.from(referrer), campaign && words.shared.campaign(campaign)]
  const sources = source.filter(Boolean).join(' · ')
  return (
    <li>
      <time dateTime={at} title={format.dateTime(at)} class="muted small">
        {format.ago(at)}
      </time>
      <p class="cluster">
        {place && <bdi>{place}</bdi>}
        {agent && <bdi class="muted">{agent}</bdi>}
        {!place && !agent && <span class="muted">{format.dateTime(at)}</span>}
      </p>
      {sources && (
        <p class="muted small">
          <bdi>{sources}</bdi>
        </p>
      )}
    </li>
  )
}
