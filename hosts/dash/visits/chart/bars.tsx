import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useWords } from '../../ui/words.tsx'
import { MarkLines } from '../annotations/markers.tsx'
import type { Mark } from '../annotations/marks.ts'
import { endOfBar } from '../periods.ts'
import type { Counts } from '../queries.ts'
import { barAfterKey, labelledBars, ticksUpTo } from './axis.ts'
import { BarTip } from './bar-tip.tsx'
import styles from './chart.module.css'
import { type Metric, metricValue } from './metric.ts'
import { useSpanName } from './use-span-name.ts'

interface BarsProps {
  readonly counts: Counts
  readonly metric: Metric
  readonly withBots: boolean
  readonly marks: readonly Mark[]
  /** Whether the chart is of one link. */
  readonly isOfLink: boolean
  /** The flags of the marks. */
  readonly above: ComponentChildren
  /** Shows only the time from the first to the last bar. */
  readonly onZoom: (first: Date, last: Date) => void
}

/**
 * One bar per part of the period, with the compared period as a dotted line. The pointer or the arrow keys select a bar and show its numbers;
 * a click, a drag over bars or Enter zooms in.
 */
export function Bars({ counts, metric, withBots, marks, isOfLink, above, onZoom }: BarsProps) {
  const { words, format } = useWords()
  const name = useSpanName(counts.interval)
  const isWide = useMedia('(min-width: 48rem)')
  const [chosen, setChosen] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const { series } = counts.now
  const last = series.length - 1
  const values = series.map((point) => metricValue(metric, point, withBots))
  const earlier =
    counts.before?.series.slice(0, series.length).map((point) => metricValue(metric, point, withBots)) ?? []
  const ticks = ticksUpTo(Math.max(...values, ...earlier))
  const highest = ticks.at(-1) ?? 1
  const at = (index: number) => new Date(series[index]?.at ?? counts.now.from)
  const isRunning = endOfBar(at(last), counts.interval) > new Date(counts.now.to)
  const shown = chosen === undefined ? undefined : Math.min(chosen, last)
  const markOf = (index: number) => marks.find(({ bar }) => bar === index)
  const textOf = (index: number) => {
    const value = words.visits.point(
      name.full(series[index]?.at ?? ''),
      format.number(values[index] ?? 0),
      earlier[index] === undefined ? undefined : format.number(earlier[index]),
    )
    return [value, ...(markOf(index)?.annotations ?? []).map(({ text }) => text)].join('; ')
  }
  const zoom = (one: number, other: number) => onZoom(at(Math.min(one, other)), at(Math.max(one, other)))
  const dragEnd = dragged ?? shown
  const isMarked = (index: number) => isBetween(index, dragEnd, shown)
  const barAt = ({ clientX, currentTarget }: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * series.length)))
  }
  return (
    // Charts read from left to right in every language.
    <div class={styles.plot} dir="ltr">
      {above}
      <Scale ticks={ticks} highest={highest} />
      <div
        class={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label={words.visits.chart(words.visits.metrics[metric])}
        aria-description={words.visits.chartHint}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown ?? last}
        aria-valuetext={textOf(shown ?? last)}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(undefined)}
        onPointerDown={(event) => {
          // A finger scrolls the page, and shows the numbers of a bar.
          if (event.pointerType === 'touch' || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(barAt(event))
        }}
        onPointerMove={(event) => setChosen(barAt(event))}
        onPointerUp={(event) => {
          if (dragged !== undefined) zoom(dragged, barAt(event))
          setDragged(undefined)
        }}
        onPointerCancel={() => setDragged(undefined)}
        onPointerLeave={() => dragged === undefined && setChosen(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') return zoom(shown ?? last, shown ?? last)
          const to = barAfterKey(event.key, shown ?? last, series.length)
          if (to === undefined) return
          event.preventDefault()
          setChosen(to)
        }}
      >
        {ticks.map((tick) => (
          <span key={tick} class={styles.rule} style={{ bottom: `${(tick / highest) * 100}%` }} />
        ))}
        {series.map((point, index) => (
          <span key={point.at} class={styles.column} data-chosen={isMarked(index) ? '' : undefined}>
            <span
              class={styles.bar}
              data-running={isRunning && index === last ? '' : undefined}
              style={{ height: `${((values[index] ?? 0) / highest) * 100}%` }}
            />
          </span>
        ))}
        <MarkLines marks={marks} bars={series.length} isOfLink={isOfLink} />
        <Line values={isRunning ? earlier.slice(0, last) : earlier} count={series.length} highest={highest} />
        {shown !== undefined && (
          <BarTip
            counts={counts}
            metric={metric}
            withBots={withBots}
            index={shown}
            isRunning={isRunning && shown === last}
            mark={markOf(shown)}
          />
        )}
      </div>
      <Times counts={counts} isWide={isWide} />
    </div>
  )
}

const isBetween = (index: number, one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && index >= Math.min(one, other) && index <= Math.max(one, other)

interface ScaleProps {
  readonly ticks: readonly number[]
  readonly highest: number
}

/** The numbers left of the bars. */
function Scale({ ticks, highest }: ScaleProps) {
  const { format } = useWords()
  return (
    <div class={styles.counts} aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} class="muted small number" style={{ bottom: `${(tick / highest) * 100}%` }}>
          {format.short(tick)}
        </span>
      ))}
    </div>
  )
}

/** The labels below the bars. */
function Times({ counts, isWide }: Pick<BarsProps, 'counts'> & { readonly isWide: boolean }) {
  const name = useSpanName(counts.interval)
  const { series } = counts.now
  return (
    <div class={styles.times} aria-hidden="true">
      {labelledBars(series, counts.interval, isWide ? 8 : 3).map((index) => (
        <span key={index} class="muted small" style={placeOf((index + 0.5) / series.length, isWide ? 0.03 : 0.09)}>
          {name.short(series[index]?.at ?? counts.now.from)}
        </span>
      ))}
    </div>
  )
}

/** The place of the label under a bar, which is centered unless half of it, a share of the chart's width, would be outside. */
function placeOf(share: number, half: number) {
  if (share < half) return { left: '0' }
  if (share > 1 - half) return { right: '0' }
  return { left: `${share * 100}%`, transform: 'translateX(-50%)' }
}

interface LineProps {
  readonly values: readonly number[]
  readonly count: number
  readonly highest: number
}

/** The compared period. A single value is a short line. */
function Line({ values, count, highest }: LineProps) {
  const [first] = values
  if (first === undefined) return null
  const y = (value: number) => 100 - (value / highest) * 100
  const points = values.map((value, index) => `${((index + 0.5) / count) * 100},${y(value)}`)
  const line = values.length === 1 ? `25,${y(first)} 75,${y(first)}` : points.join(' ')
  return (
    <svg class={styles.line} aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
      <polyline class={styles.halo} points={line} />
      <polyline points={line} />
    </svg>
  )
}
