import { useQuery } from '@tanstack/preact-query'
import { CopyButton } from '../ui/copy.tsx'
import { Empty } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { ChartBones } from './chart/chart-bones.tsx'
import { rangeWith } from './periods.ts'
import { lastDay } from './queries.ts'
import type { VisitsFilter } from './visits-filter.ts'

interface EmptyRangeProps {
  /** Undefined for all links. */
  readonly linkId: string | undefined
  readonly filter: VisitsFilter
  /** The time at which the range begins. */
  readonly from: string
  /** Whether there are visits at any time, including bot visits. */
  readonly hasVisits: boolean
  /** The URL that visitors follow; undefined for all links. */
  readonly shortUrl: string | undefined
  readonly onChange: (part: Partial<VisitsFilter>) => void
}

/**
 * Empty state of a range without visits: the last range with visits, or the setting that excludes them. It is a placeholder for numbers that
 * do not have the first visit yet.
 */
export function EmptyRange({ linkId, filter, from, hasVisits, shortUrl, onChange }: EmptyRangeProps) {
  const { words, format } = useWords()
  const last = useQuery({ ...lastDay({ linkId, filter, timeZone: format.timeZone }), enabled: hasVisits })
  const day = last.data
  if (!hasVisits) return <NoVisits shortUrl={shortUrl} />
  // A visit later than the numbers. A custom range may end before the visits of its last day.
  const isOld = day != null && filter.range !== 'own' && new Date(day) >= new Date(from)
  if (last.isLoading || isOld) return <ChartBones />
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

/** Empty state without any visits: the purpose of the page, the first step, and the API query. */
function NoVisits({ shortUrl }: Pick<EmptyRangeProps, 'shortUrl'>) {
  const { words } = useWords()
  return (
    <Empty
      title={words.visits.none}
      advice={words.visits.noneAdvice}
      query="{ analytics { totals { hits visitors } } }"
    >
      {shortUrl === undefined ? (
        <a class="button primary" href="/dash">
          {words.frame.links}
        </a>
      ) : (
        <CopyButton wide text={shortUrl} label={words.links.copy(shortUrl)} />
      )}
    </Empty>
  )
}
