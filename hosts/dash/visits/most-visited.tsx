import { useWords } from '../ui/words.tsx'
import styles from './breakdown-card.module.css'
import type { Counts } from './queries.ts'

/** The links with the most visits of the range, as bars that link to the visits of each. */
export function MostVisited({ breakdown }: { readonly breakdown: Counts['LINK'] }) {
  const { words, format } = useWords()
  const { rows, other } = breakdown
  const all = Math.max(
    1,
    rows.reduce((sum, { hits }) => sum + hits, other.hits),
  )
  return (
    <section class={`card ${styles.card}`} aria-label={words.visits.mostVisited}>
      <h2>{words.visits.mostVisited}</h2>
      <ol>
        {rows.map(({ value, label, hits }) => (
          <li key={value}>
            <a class={styles.row} href={`/dash/links/${value}`}>
              <span class={styles.bar} style={{ inlineSize: `${(hits / all) * 100}%` }} />
              <bdi class="one-line">{label}</bdi>
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
