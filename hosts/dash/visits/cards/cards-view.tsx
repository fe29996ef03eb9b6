import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Loaded } from '../../ui/states.tsx'
import { CARDS, type Card, dimensionOf, FIRST_TABS } from '../card-tabs.ts'
import { cards as cardsOf, type Question } from '../queries.ts'
import type { Dimension, VisitsFilter } from '../visits-filter.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import styles from './cards.module.css'
import { MostVisited } from './most-visited.tsx'
import type { RuleName } from './use-label.ts'

interface CardsViewProps {
  readonly question: Question
  readonly ruleName: RuleName
  /** Tabs that are useless here. */
  readonly without: readonly Dimension[]
  readonly onChange: (part: Partial<VisitsFilter>) => void
  readonly onDetails: (by: Dimension) => void
}

const NAMES = Object.keys(CARDS) as Card[]

/** The cards below the chart. One request has the open tab of each. */
export function CardsView({ question, ruleName, without, onChange, onDetails }: CardsViewProps) {
  const [tabs, setTabs] = useState(FIRST_TABS)
  const query = useQuery(cardsOf({ ...question, tabs }))
  const shown = query.data
  if (shown === undefined && query.error) return <Loaded query={query}>{() => null}</Loaded>
  return (
    <div class={styles.cards} data-stale={query.isPlaceholderData && shown?.tabs === tabs ? '' : undefined}>
      {question.linkId === undefined && shown?.cards.LINK && <MostVisited breakdown={shown.cards.LINK} />}
      {NAMES.map((card) => (
        <BreakdownCard
          key={card}
          card={card}
          tabs={CARDS[card].filter((tab) => !without.some((one) => one === tab))}
          open={tabs[card]}
          cards={shown?.tabs[card] === tabs[card] ? shown : undefined}
          filter={question.filter}
          ruleName={ruleName}
          onOpen={(tab) => setTabs({ ...tabs, [card]: tab })}
          onChange={onChange}
          onDetails={() => onDetails(dimensionOf(tabs[card]))}
        />
      ))}
    </div>
  )
}
