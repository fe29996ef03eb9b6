import { Map as MapIcon } from 'lucide'
import { setPreference, usePreference } from '../ui/browser/preferences.ts'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './breakdown-card.module.css'
import { CountryMap } from './country-map.tsx'
import type { Breakdown } from './queries.ts'
import { useLabel } from './use-label.ts'
import type { Dimension } from './visits-filter.ts'

interface BreakdownCardProps {
  readonly by: Dimension
  readonly breakdown: Breakdown
  /** The value that the visits are filtered by. */
  readonly chosen: string | undefined
  readonly onChoose: (value: string) => void
}

/** Maximum number of rows in the list; a map has all. */
const MAX_ROWS = 10

const sumOf = (rows: Breakdown['rows'], start: number) => rows.reduce((sum, { hits }) => sum + hits, start)

/** The values with the most visits, as bars; a click counts only visits with that value. */
export function BreakdownCard({ by, breakdown, chosen, onChoose }: BreakdownCardProps) {
  const { words, format } = useWords()
  const label = useLabel()
  const rows = breakdown.rows.slice(0, MAX_ROWS)
  const others = sumOf(breakdown.rows.slice(MAX_ROWS), breakdown.other.hits)
  const all = sumOf(rows, others)
  const hasMap = usePreference('map') === 'on' && by === 'COUNTRY'
  return (
    <section class={`card ${styles.card} ${hasMap ? styles.withMap : ''}`} aria-label={words.visits.dimensions[by]}>
      <div class={`cluster apart ${styles.head}`}>
        <h2>{words.visits.dimensions[by]}</h2>
        {by === 'COUNTRY' && (
          <button
            type="button"
            class="button plain no-print"
            aria-label={words.visits.map}
            aria-pressed={hasMap}
            onClick={() => setPreference('map', hasMap ? 'off' : 'on')}
          >
            <Icon of={MapIcon} />
          </button>
        )}
      </div>
      {hasMap && <CountryMap breakdown={breakdown} chosen={chosen} onChoose={onChoose} />}
      <ul>
        {rows.map((row) => {
          const text = label(by, row.value, row.label)
          const share = row.hits / Math.max(1, all)
          const content = (
            <>
              <span class={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
              <bdi class="one-line">{text}</bdi>
              <span class="number">{format.number(row.hits)}</span>
              <span class={`number muted ${styles.share}`}>{format.percent(share)}</span>
            </>
          )
          return (
            <li key={row.value}>
              {row.value === null ? (
                <span class={styles.row}>{content}</span>
              ) : (
                <button
                  type="button"
                  class={styles.row}
                  aria-pressed={chosen === row.value}
                  onClick={() => onChoose(row.value ?? '')}
                >
                  {content}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 && <p class="muted small number">{words.visits.others(format.number(others))}</p>}
    </section>
  )
}
