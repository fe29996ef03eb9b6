import { useMutation, useQuery } from '@tanstack/preact-query'
import { Download } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { saveCsv } from '../ui/save-file.ts'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './live-visits.module.css'
import { liveHits, type Visit, visitsToExport } from './queries.ts'

interface LiveVisitsProps {
  readonly id: string
  /** The slug, for the name of the exported file. */
  readonly name: string
}

/** The newest visits as they come, each with where it went and why. */
export function LiveVisits({ id, name }: LiveVisitsProps) {
  const { words } = useWords()
  const query = useQuery(liveHits(id))
  const exporting = useMutation({
    mutationFn: () => visitsToExport(id),
    onSuccess: (visits) => saveCsv(`${name}-visits.csv`, tableOf(visits)),
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.visits.live}>
      <div class="cluster apart">
        <h2>{words.visits.live}</h2>
        <button type="button" class="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          <Icon of={Download} /> {words.visits.exportVisits}
        </button>
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

const tableOf = (visits: readonly Visit[]) => [
  ['at', 'country', 'city', 'browser', 'os', 'device', 'language', 'referrer', 'rule', 'redirected_to', 'bot'],
  ...visits.map((visit) => [
    visit.createdAt,
    visit.location.country?.code ?? '',
    visit.location.city ?? '',
    visit.browser?.name ?? '',
    visit.os?.name ?? '',
    visit.device,
    visit.language ?? '',
    visit.referrer ?? '',
    visit.rule === null ? '' : String(visit.rule),
    visit.redirectedTo ?? '',
    String(visit.bot),
  ]),
]
