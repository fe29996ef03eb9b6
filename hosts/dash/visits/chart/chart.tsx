import { Flag } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { Markers } from '../annotations/markers.tsx'
import { marksOf } from '../annotations/marks.ts'
import type { ChartAnnotations } from '../annotations/use-annotations.tsx'
import type { Counts } from '../queries.ts'
import { Bars } from './bars.tsx'
import styles from './chart.module.css'
import type { Metric } from './metric.ts'
import { SeriesTable } from './series-table.tsx'
import { Tiles } from './tiles.tsx'

interface ChartProps {
  readonly counts: Counts
  readonly withBots: boolean
  readonly onZoom: (first: Date, last: Date) => void
  /** Undefined on shared pages, which show none. */
  readonly annotations?: ChartAnnotations
}

/** The totals of a period, and the selected one over time as bars. A table below has the same numbers. */
export function Chart({ counts, withBots, onZoom, annotations }: ChartProps) {
  const { words, format } = useWords()
  const [metric, setMetric] = useState<Metric>('visits')
  const panel = useId()
  const { before } = counts
  const { series } = counts.now
  const marks = marksOf(annotations?.list ?? [], series, counts.interval)
  // The end is exclusive.
  const endOf = (to: string) => new Date(new Date(to).getTime() - 1)
  return (
    <section class={`card ${styles.chart}`} aria-label={words.visits.overTime}>
      <Tiles counts={counts} withBots={withBots} open={metric} panel={panel} onOpen={setMetric} />
      <div id={panel} role="tabpanel" aria-label={words.visits.metrics[metric]} class={styles.panel}>
        <Bars
          counts={counts}
          metric={metric}
          withBots={withBots}
          marks={marks}
          isOfLink={annotations?.isOfLink ?? false}
          above={annotations && <Markers marks={marks} bars={series.length} {...annotations} />}
          onZoom={onZoom}
        />
        <div class={`small muted ${styles.legend}`}>
          {before && (
            <span class={styles.before}>
              {words.visits.comparedWith(format.date(before.from), format.date(endOf(before.to)))}
            </span>
          )}
          <span>{words.visits.zone(counts.now.timeZone)}</span>
          {annotations && (
            <button type="button" class={`button plain no-print ${styles.add}`} onClick={annotations.onAdd}>
              <Icon of={Flag} size={14} /> {words.annotations.add}
            </button>
          )}
        </div>
        <SeriesTable counts={counts} withBots={withBots} marks={marks} />
      </div>
    </section>
  )
}
