import { Flag } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Mark } from '../annotations/marks.ts'
import type { Counts } from '../queries.ts'
import { Change } from './change.tsx'
import styles from './chart.module.css'
import { type Metric, metricValue } from './metric.ts'
import { useSpanName } from './use-span-name.ts'

interface BarTipProps {
  readonly counts: Counts
  readonly metric: Metric
  readonly withBots: boolean
  readonly index: number
  /** Whether the part of the period has not ended yet. */
  readonly isRunning: boolean
  readonly mark: Mark | undefined
}

/** The numbers of a bar above it: date, value, the value of the compared period and the change. Screen readers get them from the slider. */
export function BarTip({ counts, metric, withBots, index, isRunning, mark }: BarTipProps) {
  const { words, format } = useWords()
  const name = useSpanName(counts.interval)
  const { series } = counts.now
  const point = series[index]
  if (point === undefined) return null
  const before = counts.before?.series[index]
  const value = metricValue(metric, point, withBots)
  const earlier = before && metricValue(metric, before, withBots)
  const share = ((index + 0.5) / series.length) * 100
  return (
    <div class={styles.tip} aria-hidden="true" style={{ left: `${share}%`, transform: `translateX(-${share}%)` }}>
      <span class="small muted">
        {name.full(point.at)}
        {isRunning && ` · ${words.visits.soFar}`}
      </span>
      <span class={styles.tipValue}>
        <strong class="number">{format.number(value)}</strong> {words.visits.metrics[metric]}{' '}
        <Change now={value} before={earlier} />
      </span>
      {before && earlier !== undefined && (
        <span class="small muted number">{words.visits.versus(format.number(earlier), name.full(before.at))}</span>
      )}
      {mark?.annotations.map(({ id, text }) => (
        <span key={id} class={styles.tipNote}>
          <Icon of={Flag} size={12} /> <bdi>{text}</bdi>
        </span>
      ))}
    </div>
  )
}
