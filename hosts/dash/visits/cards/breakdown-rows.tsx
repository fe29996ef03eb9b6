import { useWords } from '../../ui/words.tsx'
import type { Breakdown } from '../numbers.ts'
import type { Dimension } from '../visits-filter.ts'
import styles from './cards.module.css'
import { type RuleName, useLabel } from './use-label.ts'

interface BreakdownRowsProps {
  readonly by: Dimension
  readonly rows: Breakdown['rows']
  /** All visits of the breakdown, with and without a row. */
  readonly total: number
  /** The value that the visits are filtered by. */
  readonly chosen: string | undefined
  readonly ruleName: RuleName
  /** Filters by a value; undefined where nothing can be filtered. */
  readonly onChoose: ((value: string) => void) | undefined
}

/** The values with the most visits: bars scaled to the largest one, numbers and shares. A click counts only visits with that value. */
export function BreakdownRows({ by, rows, total, chosen, ruleName, onChoose }: BreakdownRowsProps) {
  const { words, format } = useWords()
  const label = useLabel(ruleName)
  const most = Math.max(1, ...rows.map(({ hits }) => hits))
  if (rows.length === 0) return <p class="muted">{words.visits.noValues}</p>
  return (
    <ul class={styles.rows}>
      {rows.map(({ value, label: named, hits }) => {
        const content = (
          <>
            <span class={styles.label}>
              <span class={styles.bar} style={{ inlineSize: `${(hits / most) * 100}%` }} />
              <bdi class="one-line">{label(by, value, named)}</bdi>
            </span>
            <span class="number">{format.number(hits)}</span>
            <span class={`number muted ${styles.share}`}>{format.percent(hits / Math.max(1, total))}</span>
          </>
        )
        return (
          <li key={value}>
            {value === null || onChoose === undefined ? (
              <span class={styles.row}>{content}</span>
            ) : (
              <button type="button" class={styles.row} aria-pressed={chosen === value} onClick={() => onChoose(value)}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The visits of all rows and of the rest. */
export const totalOf = ({ rows, other }: Breakdown) => rows.reduce((sum, { hits }) => sum + hits, other.hits)
