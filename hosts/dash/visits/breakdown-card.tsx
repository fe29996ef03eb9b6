import { useWords } from '../ui/words.tsx'
import styles from './breakdown-card.module.css'
import type { Counts } from './queries.ts'
import { useLabel } from './use-label.ts'
import type { Dimension } from './visits-filter.ts'

interface BreakdownCardProps {
  readonly by: Dimension
  readonly breakdown: Counts['COUNTRY']
  /** The value that the visits are filtered by. */
  readonly chosen: string | undefined
  readonly onChoose: (value: string) => void
}

/** The values with the most visits, as bars; a click counts only visits with that value. */
export function BreakdownCard({ by, breakdown, chosen, onChoose }: BreakdownCardProps) {
  const { words, format } = useWords()
  const label = useLabel()
  const { rows, other } = breakdown
  const all = rows.reduce((sum, { hits }) => sum + hits, other.hits)
  return (
    <section class={`card ${styles.card}`} aria-label={words.visits.dimensions[by]}>
      <h2>{words.visits.dimensions[by]}</h2>
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
      {other.hits > 0 && <p class="muted small number">{words.visits.others(format.number(other.hits))}</p>}
    </section>
  )
}
