import { X } from 'lucide'
import { Check, Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './filter-line.module.css'
import { useLabel } from './use-label.ts'
import { dayOf, RANGES, type Span, toggledWhere, type VisitsFilter } from './visits-filter.ts'

interface FilterLineProps {
  readonly filter: VisitsFilter
  /** The current period: the initial value of a custom range. */
  readonly span: Span
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

/** Filters of visits: the range, bots, and breakdown values. */
export function FilterLine({ filter, span, onChange }: FilterLineProps) {
  const { words } = useWords()
  const label = useLabel()
  const { range, from, to } = filter
  const choose = (name: string) => {
    const chosen = RANGES.find((known) => known === name) ?? '30d'
    if (chosen !== 'own') return onChange({ range: chosen, from: '', to: '' })
    // The end is exclusive.
    onChange({ range: 'own', from: dayOf(span.from), to: dayOf(new Date(span.to.getTime() - 1)) })
  }
  return (
    <div class={`cluster no-print ${styles.line}`}>
      <Select
        bare
        label={words.visits.range}
        value={range}
        options={RANGES.map((one) => [one, words.visits.ranges[one]])}
        onChange={choose}
      />
      {range === 'own' && (
        <span class="cluster">
          <Field
            label={words.visits.firstDay}
            type="date"
            value={from}
            onInput={(day) => day !== '' && onChange({ from: day, to: day > to ? day : to })}
          />
          <Field
            label={words.visits.lastDay}
            type="date"
            value={to}
            onInput={(day) => day !== '' && onChange({ to: day, from: day < from ? day : from })}
          />
        </span>
      )}
      <Check
        label={words.visits.withBots}
        checked={filter.bots === 'INCLUDE'}
        onChange={(isIncluding) => onChange({ bots: isIncluding ? 'INCLUDE' : 'EXCLUDE' })}
      />
      {filter.where.map((condition) => {
        const text = `${words.visits.dimensions[condition.by]}: ${label(condition.by, condition.value, condition.value)}`
        return (
          <button
            key={condition.by}
            type="button"
            class="button"
            aria-label={words.visits.removeFilter(text)}
            onClick={() => onChange({ where: toggledWhere(filter.where, condition) })}
          >
            {text} <Icon of={X} size={14} />
          </button>
        )
      })}
    </div>
  )
}
