import { useState } from 'preact/hooks'
import { useMedia } from '../ui/hooks/use-media.ts'
import { useWords } from '../ui/words.tsx'
import { barAfterKey, labelledBars, ticksUpTo } from './axis.ts'
import styles from './chart.module.css'
import type { Counts } from './queries.ts'
import { useSpanName } from './use-span-name.ts'

const WIDTH = 1000
const HEIGHT = 220

/** One bar per period, bots on top of human visits. The pointer or the arrow keys select a bar and show its numbers. */
export function Bars({ counts }: { readonly counts: Counts }) {
  const { words, format } = useWords()
  const name = useSpanName(counts.interval)
  const isWide = useMedia('(min-width: 48rem)')
  const [chosen, setChosen] = useState<number>()
  const { series } = counts
  const last = series.length - 1
  const ticks = ticksUpTo(Math.max(...series.map(({ hits }) => hits)))
  const highest = ticks.at(-1) ?? 1
  const numbersOf = ({ at, hits, bots }: Counts['series'][number]) =>
    words.visits.point(name.full(at), format.number(hits - bots), format.number(bots))
  const sum = (part: 'hits' | 'bots') => series.reduce((total, point) => total + point[part], 0)
  const point = chosen === undefined ? undefined : series[Math.min(chosen, last)]
  return (
    // Charts read from left to right in every language.
    <div class={styles.plot} dir="ltr">
      <p class={`small ${styles.numbers}`} aria-hidden="true">
        {point ? <strong>{numbersOf(point)}</strong> : words.visits.chooseBar}
      </p>
      <div class={styles.counts} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} class="muted small number" style={{ bottom: `${(tick / highest) * 100}%` }}>
            {format.short(tick)}
          </span>
        ))}
      </div>
      <div
        class={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label={words.visits.chart(format.number(sum('hits') - sum('bots')), format.number(sum('bots')))}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={numbersOf(point ?? (series[last] as Counts['series'][number]))}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * series.length))))
        }}
        onPointerLeave={() => setChosen(undefined)}
        onKeyDown={(event) => {
          const to = barAfterKey(event.key, chosen ?? last, series.length)
          if (to === undefined) return
          event.preventDefault()
          setChosen(to)
        }}
      >
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <Marks series={series} ticks={ticks} highest={highest} chosen={chosen} />
        </svg>
      </div>
      <div class={styles.times} aria-hidden="true">
        {labelledBars(series.length, isWide ? 8 : 3).map((index) => (
          <span key={index} class="muted small" style={{ left: `${(index / series.length) * 100}%` }}>
            {name.short(series[index]?.at ?? counts.from)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface MarksProps {
  readonly series: Counts['series']
  readonly ticks: readonly number[]
  readonly highest: number
  readonly chosen: number | undefined
}

function Marks({ series, ticks, highest, chosen }: MarksProps) {
  const width = WIDTH / series.length
  const heightOf = (count: number) => (count / highest) * HEIGHT
  return (
    <>
      {ticks.map((tick) => (
        <line key={tick} x1="0" x2={WIDTH} y1={HEIGHT - heightOf(tick)} y2={HEIGHT - heightOf(tick)} />
      ))}
      {series.map(({ at, hits, bots }, index) => (
        <g key={at} class={styles.bar} data-chosen={index === chosen ? '' : undefined}>
          <rect x={index * width} y="0" width={width} height={HEIGHT} />
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
    </>
  )
}
