import { Download } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './chart.module.css'
import type { Counts } from './queries.ts'
import { useSpanName } from './use-span-name.ts'
import type { Range } from './visits-filter.ts'

const WIDTH = 1000
const HEIGHT = 220

interface ChartProps {
  readonly counts: Counts
  readonly range: Range
  readonly onSave: () => void
}

/** Visits over time: a bar for each span, bots on top of people. A table below has the same numbers. */
export function Chart({ counts, range, onSave }: ChartProps) {
  const { words, format } = useWords()
  const name = useSpanName(range)
  const { series } = counts
  const highest = Math.max(1, ...series.map(({ hits }) => hits))
  const width = WIDTH / series.length
  const heightOf = (count: number) => (count / highest) * HEIGHT
  const sum = (part: 'hits' | 'bots') => series.reduce((total, point) => total + point[part], 0)
  return (
    <figure class={`card ${styles.chart}`}>
      <figcaption class="cluster apart">
        <span class="cluster small">
          <span class={styles.people}>{words.visits.people}</span>
          <span class={styles.bots}>{words.visits.bots}</span>
        </span>
        <span class="cluster">
          <span class="muted small">{words.visits.zone(counts.timeZone)}</span>
          <button type="button" class="button plain no-print" onClick={onSave}>
            <Icon of={Download} /> {words.common.csv}
          </button>
        </span>
      </figcaption>
      <div class={styles.plot}>
        <span class="muted small number">{format.short(highest)}</span>
        <svg
          role="img"
          aria-label={words.visits.chart(format.number(sum('hits') - sum('bots')), format.number(sum('bots')))}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {series.map(({ at, hits, bots }, index) => (
            <g key={at} class={styles.bar}>
              <title>{words.visits.point(name(at), format.number(hits - bots), format.number(bots))}</title>
              <rect x={index * width} y="0" width={width} height={HEIGHT} fill="transparent" />
              <rect
                x={index * width + width * 0.12}
                y={HEIGHT - heightOf(hits - bots)}
                width={width * 0.76}
                height={heightOf(hits - bots)}
                fill="var(--people)"
              />
              <rect
                x={index * width + width * 0.12}
                y={HEIGHT - heightOf(hits)}
                width={width * 0.76}
                height={heightOf(bots)}
                fill="var(--bots)"
              />
            </g>
          ))}
        </svg>
      </div>
      <p class={`${styles.ends} muted small`}>
        <span>{name(series[0]?.at ?? counts.from)}</span>
        <span>{name(series.at(-1)?.at ?? counts.to)}</span>
      </p>
      <SeriesTable counts={counts} range={range} />
    </figure>
  )
}

function SeriesTable({ counts, range }: { readonly counts: Counts; readonly range: Range }) {
  const { words, format } = useWords()
  const name = useSpanName(range)
  return (
    <details class="no-print">
      <summary class="small">{words.visits.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
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
                <th scope="row">{name(at)}</th>
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
