import { Download } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { Bars } from './bars.tsx'
import styles from './chart.module.css'
import type { Counts } from './queries.ts'
import { useSpanName } from './use-span-name.ts'

interface ChartProps {
  readonly counts: Counts
  readonly onSave: () => void
}

/** Visits over time as bars. A table below has the same numbers. */
export function Chart({ counts, onSave }: ChartProps) {
  const { words } = useWords()
  return (
    <figure class={`card ${styles.chart}`}>
      <figcaption class="cluster apart">
        <span class="cluster small">
          <span class={styles.people}>{words.visits.people}</span>
          {counts.totals.bots > 0 && <span class={styles.bots}>{words.visits.bots}</span>}
        </span>
        <span class="cluster">
          <span class="muted small">{words.visits.zone(counts.timeZone)}</span>
          <button type="button" class="button plain no-print" aria-label={words.visits.exportSeries} onClick={onSave}>
            <Icon of={Download} /> {words.common.csv}
          </button>
        </span>
      </figcaption>
      <Bars counts={counts} />
      <SeriesTable counts={counts} />
    </figure>
  )
}

function SeriesTable({ counts }: { readonly counts: Counts }) {
  const { words, format } = useWords()
  const name = useSpanName(counts.interval)
  return (
    <details class="no-print">
      <summary class="small">{words.visits.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class={styles.table} tabIndex={0} aria-label={words.visits.asTable}>
        <table class="table small">
          <thead>
            <tr>
              <th scope="col">{words.visits.time}</th>
              <th scope="col" class="number">
                {words.visits.people}
              </th>
              <th scope="col" class="number">
                {words.visits.visitors}
              </th>
              <th scope="col" class="number">
                {words.visits.bots}
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.series.map(({ at, hits, bots, visitors }) => (
              <tr key={at}>
                <th scope="row">{name.full(at)}</th>
                <td class="number">{format.number(hits - bots)}</td>
                <td class="number">{format.number(visitors)}</td>
                <td class="number">{format.number(bots)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
