import { useQuery } from '@tanstack/preact-query'
import { Empty } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { lastDay } from './queries.ts'
import { rangeWith, type VisitsFilter } from './visits-filter.ts'

interface EmptyRangeProps {
  /** Undefined for all links. */
  readonly linkId: string | undefined
  readonly filter: VisitsFilter
  /** Whether there are visits at any time, those of bots included. */
  readonly hasVisits: boolean
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

/** What is shown for a range without visits: the last range that has some, or what keeps them from being counted. */
export function EmptyRange({ linkId, filter, hasVisits, onChange }: EmptyRangeProps) {
  const { words, format } = useWords()
  const { data: day } = useQuery({ ...lastDay({ linkId, filter, timeZone: format.timeZone }), enabled: hasVisits })
  if (!hasVisits) return <Empty title={words.visits.none} />
  return (
    <Empty title={words.visits.noneHere}>
      {day && (
        <button type="button" class="button primary" onClick={() => onChange(rangeWith(new Date(day), new Date()))}>
          {words.visits.showLast(format.date(day))}
        </button>
      )}
      {filter.where.length > 0 && (
        <button type="button" class="button" onClick={() => onChange({ where: [] })}>
          {words.visits.removeFilters}
        </button>
      )}
      {day === null && filter.bots === 'EXCLUDE' && (
        <button type="button" class="button" onClick={() => onChange({ bots: 'INCLUDE' })}>
          {words.visits.withBots}
        </button>
      )}
    </Empty>
  )
}
