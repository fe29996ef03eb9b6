import { useWords } from '../../ui/words.tsx'
import { TabList } from '../parts/tab-list.tsx'
import type { Counts } from '../queries.ts'
import { Change } from './change.tsx'
import { METRICS, type Metric, metricValue } from './metric.ts'
import styles from './tiles.module.css'

interface TilesProps {
  readonly counts: Counts
  readonly withBots: boolean
  readonly open: Metric
  readonly panel: string
  readonly onOpen: (metric: Metric) => void
}

/** The totals of the period with their changes, as tabs of the chart. */
export function Tiles({ counts: { now, before }, withBots, open, panel, onOpen }: TilesProps) {
  const { words, format } = useWords()
  const tile = (metric: Metric) => {
    const value = metricValue(metric, now.totals, withBots)
    const earlier = before && metricValue(metric, before.totals, withBots)
    return (
      <>
        <span class="small">{words.visits.metrics[metric]}</span>
        <span class={styles.numbers}>
          <strong class="number">{format.number(value)}</strong>
          <Change now={value} before={earlier} />
        </span>
      </>
    )
  }
  return (
    <TabList
      label={words.visits.totals}
      tabs={METRICS.map((metric) => [metric, tile(metric)] as const)}
      open={open}
      panel={panel}
      class={styles.tiles}
      onOpen={onOpen}
    />
  )
}
