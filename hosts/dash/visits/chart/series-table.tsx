import { AsTable } from '../../ui/as-table.tsx'
import { useDayName } from '../../ui/hooks/use-day-name.ts'
import { useWords } from '../../ui/words.tsx'
import type { Mark } from '../annotations/marks.ts'
import type { Counts } from '../queries.ts'
import styles from './chart.module.css'
import { METRICS, metricValue } from './metric.ts'
import { useSpanName } from './use-span-name.ts'

interface SeriesTableProps {
  readonly counts: Counts
  readonly withBots: boolean
  readonly marks: readonly Mark[]
}

/** The numbers of the chart as a table. */
export function SeriesTable({ counts, withBots, marks }: SeriesTableProps) {
  const { words, format } = useWords()
  const name = useSpanName(counts.interval)
  const dayName = useDayName()
  return (
    <AsTable>
      <thead>
        <tr>
          <th scope="col">{words.visits.time}</th>
          {METRICS.map((metric) => (
            <th key={metric} scope="col" class="number">
              {words.visits.metrics[metric]}
            </th>
          ))}
          {marks.length > 0 && <th scope="col">{words.annotations.title}</th>}
        </tr>
      </thead>
      <tbody>
        {counts.now.series.map((point, index) => (
          <tr key={point.at}>
            <th scope="row">{name.full(point.at)}</th>
            {METRICS.map((metric) => (
              <td key={metric} class="number">
                {format.number(metricValue(metric, point, withBots))}
              </td>
            ))}
            {marks.length > 0 && (
              <td class={styles.notes}>
                {marks
                  .find(({ bar }) => bar === index)
                  ?.annotations.map(({ id, date, text }) => (
                    <p key={id}>{counts.interval === 'DAY' ? text : `${dayName(date)}: ${text}`}</p>
                  ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </AsTable>
  )
}
