import { X } from 'lucide'
import { useLocation } from 'preact-iso'
import { Check, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveCsv } from '../ui/save-file.ts'
import { Empty } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { Chart } from './chart.tsx'
import styles from './counts-view.module.css'
import type { Counts } from './queries.ts'
import { Totals } from './totals.tsx'
import { useLabel } from './use-label.ts'
import { addressOf, DIMENSIONS, type Dimension, RANGES, toggledWhere, type VisitsFilter } from './visits-filter.ts'

interface CountsViewProps {
  readonly counts: Counts
  readonly filter: VisitsFilter
  /** The page's address without its filter. */
  readonly path: string
  /** Whether there are visits at any time. */
  readonly hasVisits: boolean
  /** Breakdowns that say nothing here. */
  readonly without: readonly Dimension[]
}

/** Counts over a range: totals beside the span before, a chart, and breakdowns that filter on click. */
export function CountsView({ counts, filter, path, hasVisits, without }: CountsViewProps) {
  const { words } = useWords()
  const { route } = useLocation()
  const change = (part: Partial<VisitsFilter>) => route(addressOf(path, { ...filter, ...part }), true)
  const cards = DIMENSIONS.filter((by) => !without.includes(by) && counts[by].rows.length > 0)
  return (
    <div class="stack">
      <FilterLine filter={filter} onChange={change} />
      {counts.totals.hits === 0 ? (
        <Empty title={hasVisits ? words.visits.noneHere : words.visits.none}>
          {hasVisits && filter.range !== 'all' && (
            <button type="button" class="button" onClick={() => change({ range: 'all', where: [] })}>
              {words.visits.showAll}
            </button>
          )}
        </Empty>
      ) : (
        <>
          <Totals now={counts.totals} before={counts.previous} withBots={filter.bots === 'INCLUDE'} />
          <Chart
            counts={counts}
            range={filter.range}
            onSave={() => saveCsv('visits-by-time.csv', seriesTable(counts))}
          />
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

interface FilterLineProps {
  readonly filter: VisitsFilter
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

function FilterLine({ filter, onChange }: FilterLineProps) {
  const { words } = useWords()
  const label = useLabel()
  return (
    <div class="cluster no-print">
      <Select
        bare
        label={words.visits.range}
        value={filter.range}
        options={RANGES.map((range) => [range, words.visits.ranges[range]])}
        onChange={(range) => onChange({ range: RANGES.find((known) => known === range) ?? '30d' })}
      />
      <Check
        label={words.visits.withBots}
        checked={filter.bots === 'INCLUDE'}
        onChange={(isIncluding) => onChange({ bots: isIncluding ? 'INCLUDE' : 'EXCLUDE' })}
      />
      {filter.where.map((condition) => (
        <button
          key={condition.by}
          type="button"
          class="button"
          aria-label={words.visits.removeFilter(label(condition.by, condition.value, condition.value))}
          onClick={() => onChange({ where: toggledWhere(filter.where, condition) })}
        >
          {words.visits.dimensions[condition.by]}: {label(condition.by, condition.value, condition.value)}
          <Icon of={X} size={14} />
        </button>
      ))}
    </div>
  )
}

const seriesTable = ({ series }: Counts) => [
  ['at', 'visits', 'bots', 'visitors'],
  ...series.map(({ at, hits, bots, visitors }) => [at, String(hits), String(bots), String(visitors)]),
]
