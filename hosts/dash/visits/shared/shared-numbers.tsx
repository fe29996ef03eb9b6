import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { codeOf } from '../../api/errors.ts'
import { Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { CARDS, FIRST_TABS } from '../card-tabs.ts'
import { BreakdownCard } from '../cards/breakdown-card.tsx'
import grid from '../cards/cards.module.css'
import { Chart } from '../chart/chart.tsx'
import { ChartBones } from '../chart/chart-bones.tsx'
import content from '../counts-view.module.css'
import { spanOf, zoomed } from '../periods.ts'
import { addressOf, RANGES, type VisitsFilter, visitsFilterOf } from '../visits-filter.ts'
import { type Opened, sharedCards, sharedCounts } from './queries.ts'
import { SharedVisits } from './shared-visits.tsx'

interface SharedNumbersProps {
  readonly token: string
  readonly opened: Opened
  readonly path: string
}

/** Tabs that tell of destinations, which are not shared. */
const PRIVATE: readonly string[] = ['RULE', 'DESTINATION']

/** The numbers of a shared page: a period, the chart, and the cards of the share. */
export function SharedNumbers({ token, opened, path }: SharedNumbersProps) {
  const { words, format } = useWords()
  const { url, route } = useLocation()
  const [tabs, setTabs] = useState(FIRST_TABS)
  const filter: VisitsFilter = { ...visitsFilterOf(url), bots: 'EXCLUDE', tag: '', where: [] }
  const question = { token, access: opened.access, filter, timeZone: format.timeZone }
  const query = useQuery(sharedCounts(question))
  const cards = useQuery(sharedCards({ ...question, tabs, shown: opened.cards }))
  useReopening(token, query.error ?? cards.error)
  const change = (part: Partial<VisitsFilter>, isReplaced = true) =>
    route(addressOf(path, { ...filter, ...part }), isReplaced)
  const ranges = RANGES.filter((range) => range !== 'own' || filter.range === 'own')
  const shown = cards.data
  return (
    <div class={`stack ${content.content}`} data-stale={query.isPlaceholderData ? '' : undefined}>
      <div class="cluster">
        <Select
          bare
          label={words.visits.range}
          value={filter.range}
          options={ranges.map((range) => [range, words.visits.ranges[range]] as const)}
          onChange={(name) => change({ range: RANGES.find((range) => range === name) ?? '30d', from: '', to: '' })}
        />
      </div>
      {query.data === undefined && !query.error ? (
        <ChartBones />
      ) : (
        <Loaded query={query}>
          {(counts) => (
            <Chart
              counts={counts}
              withBots={false}
              onZoom={(first, last) => {
                const zoom = zoomed(spanOf(filter, new Date(), undefined), first, last, counts.interval)
                if (zoom) change(zoom, false)
              }}
            />
          )}
        </Loaded>
      )}
      <div class={grid.cards}>
        {opened.cards.map((card) => (
          <BreakdownCard
            key={card}
            card={card}
            tabs={CARDS[card].filter((tab) => !PRIVATE.includes(tab))}
            open={tabs[card]}
            cards={shown?.tabs[card] === tabs[card] ? shown : undefined}
            filter={filter}
            ruleName={() => undefined}
            onOpen={(tab) => setTabs({ ...tabs, [card]: tab })}
            onChange={undefined}
            onDetails={undefined}
          />
        ))}
      </div>
      {opened.showVisits && <SharedVisits token={token} access={opened.access} />}
    </div>
  )
}

/** Opens the page again once the server refuses its numbers: the page was revoked, expired, or has another password. */
function useReopening(token: string, error: unknown) {
  const client = useQueryClient()
  const isClosed = error !== null && ['NOT_FOUND', 'FORBIDDEN'].includes(codeOf(error))
  useEffect(() => {
    if (isClosed) void client.resetQueries({ queryKey: ['shared', token, 'open'] })
  }, [isClosed, token, client])
}
