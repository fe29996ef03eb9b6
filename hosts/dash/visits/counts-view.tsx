import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { saveCsv } from '../ui/save-file.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { Chart } from './chart.tsx'
import styles from './counts-view.module.css'
import { EmptyRange } from './empty-range.tsx'
import { FilterLine } from './filter-line.tsx'
import type { Counts } from './queries.ts'
import { Totals } from './totals.tsx'
import { addressOf, DIMENSIONS, type Dimension, toggledWhere, type VisitsFilter } from './visits-filter.ts'

interface CountsViewProps {
  readonly counts: Counts
  /** Undefined for all links. */
  readonly linkId: string | undefined
  readonly filter: VisitsFilter
  /** The page's address without its filter. */
  readonly path: string
  /** Whether there are visits at any time. */
  readonly hasVisits: boolean
  /** Breakdowns that say nothing here. */
  readonly without: readonly Dimension[]
  /** Drawn between the chart and the breakdowns. */
  readonly children?: ComponentChildren
}

/** Counts over a range: totals beside the span before, a chart, and breakdowns that filter on click. */
export function CountsView({ counts, linkId, filter, path, hasVisits, without, children }: CountsViewProps) {
  const { route } = useLocation()
  const change = (part: Partial<VisitsFilter>) => route(addressOf(path, { ...filter, ...part }), true)
  const cards = DIMENSIONS.filter((by) => !without.includes(by) && counts[by].rows.length > 0)
  const span = { from: new Date(counts.from), to: new Date(counts.to) }
  return (
    <div class="stack">
      <FilterLine filter={filter} span={span} onChange={change} />
      {counts.totals.hits === 0 ? (
        <EmptyRange linkId={linkId} filter={filter} hasVisits={hasVisits} onChange={change} />
      ) : (
        <>
          <Totals now={counts.totals} before={counts.previous} withBots={filter.bots === 'INCLUDE'} />
          <Chart counts={counts} onSave={() => saveCsv('visits-by-time.csv', seriesTable(counts))} />
          {children}
          <div class={styles.cards}>
            {cards.map((by) => (
              <BreakdownCard
                key={by}
                by={by}
                breakdown={counts[by]}
                chosen={filter.where.find((condition) => condition.by === by)?.value}
                onChoose={(value) => change({ where: toggledWhere(filter.where, { by, value }) })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

const seriesTable = ({ series }: Counts) => [
  ['at', 'visits', 'bots', 'visitors'],
  ...series.map(({ at, hits, bots, visitors }) => [at, String(hits), String(bots), String(visitors)]),
]
