import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { saveCsv } from '../ui/browser/save-file.ts'
import { Loaded } from '../ui/states.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { Chart } from './chart.tsx'
import styles from './counts-view.module.css'
import { EmptyRange } from './empty-range.tsx'
import { FilterLine } from './filter-line.tsx'
import type { Counts } from './queries.ts'
import { Totals } from './totals.tsx'
import { addressOf, DIMENSIONS, type Dimension, spanOf, toggledWhere, type VisitsFilter } from './visits-filter.ts'

interface CountsViewProps {
  readonly query: Parameters<typeof Loaded<Counts>>[0]['query']
  /** Undefined for all links. */
  readonly linkId: string | undefined
  readonly filter: VisitsFilter
  /** The page's URL without its filter. */
  readonly path: string
  /** Whether there are visits at any time. */
  readonly hasVisits: boolean
  /** The URL that visitors follow; undefined for all links. */
  readonly shortUrl: string | undefined
  /** Breakdowns that are useless here. */
  readonly without: readonly Dimension[]
  /** Drawn between the chart and the breakdowns. */
  readonly children?: (counts: Counts) => ComponentChildren
}

/** Counts over a range, which can be changed even while they load or after they failed. */
export function CountsView(props: CountsViewProps) {
  const { query, filter, path } = props
  const { route } = useLocation()
  const change = (part: Partial<VisitsFilter>) => route(addressOf(path, { ...filter, ...part }), true)
  const { data } = query
  const span = data ? { from: new Date(data.from), to: new Date(data.to) } : spanOf(filter, new Date(), undefined)
  return (
    <div class="stack">
      <FilterLine filter={filter} span={span} onChange={change} />
      <Loaded query={query} height="40rem">
        {(counts) =>
          counts.totals.hits === 0 ? (
            <EmptyRange {...props} onChange={change} />
          ) : (
            <Shown {...props} counts={counts} onChange={change} />
          )
        }
      </Loaded>
    </div>
  )
}

interface ShownProps extends CountsViewProps {
  readonly counts: Counts
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

/** Totals compared with the previous period, a chart, and breakdowns that filter on click. */
function Shown({ counts, filter, without, children, onChange }: ShownProps) {
  const cards = DIMENSIONS.filter((by) => !without.includes(by) && counts[by].rows.length > 0)
  return (
    <>
      <Totals now={counts.totals} before={counts.previous} withBots={filter.bots === 'INCLUDE'} />
      <Chart counts={counts} onSave={() => saveCsv('visits-by-time.csv', seriesTable(counts))} />
      {children?.(counts)}
      <div class={styles.cards}>
        {cards.map((by) => (
          <BreakdownCard
            key={by}
            by={by}
            breakdown={counts[by]}
            chosen={filter.where.find((condition) => condition.by === by)?.value}
            onChoose={(value) => onChange({ where: toggledWhere(filter.where, { by, value }) })}
          />
        ))}
      </div>
    </>
  )
}

const seriesTable = ({ series }: Counts) => [
  ['at', 'visits', 'bots', 'visitors'],
  ...series.map(({ at, hits, bots, visitors }) => [at, String(hits), String(bots), String(visitors)]),
]
