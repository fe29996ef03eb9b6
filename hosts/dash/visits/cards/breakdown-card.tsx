import { useId } from 'preact/hooks'
import { useWords } from '../../ui/words.tsx'
import { type Card, type CardTab, dimensionOf } from '../card-tabs.ts'
import type { Breakdown } from '../numbers.ts'
import { TabList } from '../parts/tab-list.tsx'
import type { Cards } from '../queries.ts'
import { toggledWhere, type VisitsFilter } from '../visits-filter.ts'
import { BreakdownRows, totalOf } from './breakdown-rows.tsx'
import styles from './cards.module.css'
import { CountryMap } from './country-map.tsx'
import { HoursTable } from './hours-table.tsx'
import { RowBones } from './row-bones.tsx'
import type { RuleName } from './use-label.ts'

interface BreakdownCardProps {
  readonly card: Card
  readonly tabs: readonly CardTab[]
  readonly open: CardTab
  /** Undefined while the open tab loads. */
  readonly cards: Cards | undefined
  readonly filter: VisitsFilter
  readonly ruleName: RuleName
  readonly onOpen: (tab: CardTab) => void
  /** Undefined where nothing can be filtered. */
  readonly onChange: ((part: Partial<VisitsFilter>) => void) | undefined
  /** Opens all values of the tab; undefined where they are not available. */
  readonly onDetails: (() => void) | undefined
}

/** One question about visits from several sides, such as their browsers and operating systems: a tab for each. */
export function BreakdownCard(props: BreakdownCardProps) {
  const { words } = useWords()
  const panel = useId()
  const { card, tabs, open, cards, onOpen, onDetails } = props
  const breakdown = cards?.cards[card]
  const hasDetails = onDetails && open !== 'WEEKDAY' && breakdown && breakdown.rows.length > 0
  return (
    <section class={`card ${styles.card}`} aria-label={words.visits.cards[card]}>
      <TabList
        label={words.visits.cards[card]}
        tabs={tabs.map((tab) => [tab, words.visits.tabs[tab]] as const)}
        open={open}
        panel={panel}
        class={styles.tabs}
        onOpen={onOpen}
      />
      <div id={panel} role="tabpanel" aria-label={words.visits.tabs[open]}>
        {cards === undefined ? <RowBones /> : breakdown && <Values {...props} breakdown={breakdown} />}
      </div>
      <div class={styles.foot}>
        {hasDetails && (
          <button type="button" class="button plain small no-print" onClick={onDetails}>
            {words.visits.details}
          </button>
        )}
        {breakdown && open !== 'MAP' && breakdown.other.hits > 0 && <Others hits={breakdown.other.hits} />}
      </div>
    </section>
  )
}

function Others({ hits }: { readonly hits: number }) {
  const { words, format } = useWords()
  return <span class="muted small number">{words.visits.others(format.number(hits))}</span>
}

function Values({
  open,
  filter,
  ruleName,
  breakdown,
  onChange,
}: BreakdownCardProps & { readonly breakdown: Breakdown }) {
  const by = dimensionOf(open)
  const chosen = filter.where.find((condition) => condition.by === by)?.value
  const choose = onChange && ((value: string) => onChange({ where: toggledWhere(filter.where, { by, value }) }))
  if (open === 'MAP') return <CountryMap breakdown={breakdown} chosen={chosen} onChoose={choose} />
  if (open === 'HOUR_OF_WEEK') return <HoursTable breakdown={breakdown} />
  const rows = open === 'WEEKDAY' ? inWeek(breakdown.rows) : breakdown.rows
  return (
    <BreakdownRows
      by={by}
      rows={rows}
      total={totalOf(breakdown)}
      chosen={chosen}
      ruleName={ruleName}
      onChoose={choose}
    />
  )
}

/** Monday to Sunday, days without visits included. */
const inWeek = (rows: Breakdown['rows']): Breakdown['rows'] =>
  [1, 2, 3, 4, 5, 6, 7].map(
    (day) =>
      rows.find(({ value }) => value === String(day)) ?? {
        value: String(day),
        label: '',
        hits: 0,
        bots: 0,
        visitors: 0,
      },
  )
