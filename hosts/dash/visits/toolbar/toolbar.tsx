import { ListFilter, X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Check, Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWords } from '../../ui/words.tsx'
import { type RuleName, useLabel } from '../cards/use-label.ts'
import { comparisonOf, dayOf, type Span } from '../periods.ts'
import { COMPARISONS, type Dimension, RANGES, toggledWhere, type VisitsFilter } from '../visits-filter.ts'
import { DaysFields } from './days-fields.tsx'
import styles from './toolbar.module.css'

interface ToolbarProps {
  readonly filter: VisitsFilter
  /** The current period: the initial value of a custom range. */
  readonly span: Span
  readonly ruleName: RuleName
  readonly isLive: boolean
  /** The tags of the account; undefined for one link. */
  readonly tags: readonly string[] | undefined
  /** Dimensions to filter by, which open as lists. */
  readonly dimensions: readonly Dimension[]
  /** Share and export. */
  readonly children: ComponentChildren
  readonly onLive: (isLive: boolean) => void
  readonly onDimension: (by: Dimension) => void
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

/** Filters of visits: the period and its comparison, tag, bots, and breakdown values. */
export function Toolbar(props: ToolbarProps) {
  const { words } = useWords()
  const { filter, tags, isLive, onLive, onChange } = props
  return (
    <div class={`no-print toolbar ${styles.line}`}>
      <Periods {...props} />
      {tags !== undefined && (tags.length > 0 || filter.tag !== '') && (
        <Select
          bare
          label={words.visits.tag}
          value={filter.tag}
          options={[
            ['', words.visits.anyTag],
            ...[...new Set([filter.tag, ...tags])].filter(Boolean).map((tag) => [tag, tag] as const),
          ]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <Menu label={words.visits.filters} icon={ListFilter} text={words.visits.filters}>
        {props.dimensions.map((by) => (
          <button key={by} type="button" onClick={() => props.onDimension(by)}>
            {words.visits.tabs[by]}
          </button>
        ))}
      </Menu>
      <Check
        label={words.visits.withBots}
        checked={filter.bots === 'INCLUDE'}
        onChange={(isIncluding) => onChange({ bots: isIncluding ? 'INCLUDE' : 'EXCLUDE' })}
      />
      <Conditions {...props} />
      <div class={styles.end}>
        <button
          type="button"
          class={`button plain ${styles.live}`}
          aria-pressed={isLive}
          onClick={() => onLive(!isLive)}
        >
          {words.visits.liveSwitch}
        </button>
        {props.children}
      </div>
    </div>
  )
}

function Periods({ filter, span, onChange }: ToolbarProps) {
  const { words } = useWords()
  const chooseRange = (name: string) => {
    const range = RANGES.find((known) => known === name) ?? '30d'
    if (range !== 'own') return onChange({ range, from: '', to: '' })
    onChange({ range, ...daysOf(span) })
  }
  const chooseComparison = (name: string) => {
    const compare = COMPARISONS.find((known) => known === name) ?? 'previous'
    if (compare !== 'own') return onChange({ compare, compareFrom: '', compareTo: '' })
    const { from, to } = daysOf(comparisonOf({ ...filter, compare: 'previous' }, span) ?? span)
    onChange({ compare, compareFrom: from, compareTo: to })
  }
  return (
    <>
      <Select
        bare
        label={words.visits.range}
        value={filter.range}
        options={RANGES.map((one) => [one, words.visits.ranges[one]])}
        onChange={chooseRange}
      />
      {filter.range === 'own' && (
        <DaysFields
          label={words.visits.range}
          from={filter.from}
          to={filter.to}
          onChange={(from, to) => onChange({ from, to })}
        />
      )}
      {filter.range !== 'all' && (
        <Select
          bare
          label={words.visits.compare}
          value={filter.compare}
          options={COMPARISONS.map((one) => [one, words.visits.comparisons[one]])}
          onChange={chooseComparison}
        />
      )}
      {filter.range !== 'all' && filter.compare === 'own' && (
        <DaysFields
          label={words.visits.compare}
          from={filter.compareFrom}
          to={filter.compareTo}
          onChange={(compareFrom, compareTo) => onChange({ compareFrom, compareTo })}
        />
      )}
    </>
  )
}

function Conditions({ filter, ruleName, onChange }: ToolbarProps) {
  const { words } = useWords()
  const label = useLabel(ruleName)
  return (
    <>
      {filter.where.map((condition) => {
        const text = `${words.visits.tabs[condition.by]}: ${label(condition.by, condition.value, condition.value)}`
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
    </>
  )
}

/** The first and the last day of a period; its end is exclusive. */
const daysOf = ({ from, to }: Span) => ({ from: dayOf(from), to: dayOf(new Date(to.getTime() - 1)) })
