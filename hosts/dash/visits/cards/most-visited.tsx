import { useWords } from '../../ui/words.tsx'
import type { Breakdown } from '../numbers.ts'
import { totalOf } from './breakdown-rows.tsx'
import styles from './cards.module.css'

/** The links with the most visits of the range, as bars that link to the visits of each. */
export function MostVisited({ breakdown }: { readonly breakdown: Breakdown }) {
  const { words, format } = useWords()
  const { rows, other } = breakdown
  const all = Math.max(1, totalOf(breakdown))
  const most = Math.max(1, ...rows.map(({ hits }) => hits))
  return (
    <section class={`card ${styles.card} ${styles.wide}`} aria-label={words.visits.mostVisited}>
      <h2>{words.visits.mostVisited}</h2>
      <ol class={styles.rows}>
        {rows.map(({ value, label, hits }) => (
          <li key={value}>
            <a class={styles.row} href={`/dash/links/${value}`}>
              <span class={styles.label}>
                <span class={styles.bar} style={{ inlineSize: `${(hits / most) * 100}%` }} />
                <bdi class="one-line">{label}</bdi>
              </span>
              <span class="number">{format.number(hits)}</span>
              <span class={`number muted ${styles.share}`}>{format.percent(hits / all)}</span>
            </a>
          </li>
        ))}
      </ol>
      {other.hits > 0 && <p class="muted small number">{words.visits.others(format.number(other.hits))}</p>}
    </section>
  )
}
