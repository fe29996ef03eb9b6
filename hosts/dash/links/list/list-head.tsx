import { useQuery } from '@tanstack/preact-query'
import { Download, ListChecks, Rows3, Rows4 } from 'lucide'
import { setPreference, usePreference } from '../../ui/browser/preferences.ts'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { useLongRead } from '../../ui/hooks/use-long-read.ts'
import { Icon } from '../../ui/icon.tsx'
import { LongReadState } from '../../ui/long-read-state.tsx'
import { useWords } from '../../ui/words.tsx'
import { tableOf } from '../links-table.ts'
import { type ListFilter, type Row, sums } from '../queries.ts'
import { allLinks } from './all-links.ts'
import styles from './list-head.module.css'

interface ListHeadProps {
  readonly filter: ListFilter
  readonly count: number
  readonly onSelectAll: (links: readonly Row[]) => void
}

/** The totals of the list, and actions for all matching links. */
export function ListHead({ filter, count, onSelectAll }: ListHeadProps) {
  const { words, format } = useWords()
  const { run, loaded, waitUntilMs, stop } = useLongRead()
  const load = (use: (links: readonly Row[]) => void) =>
    void run(async (reading) => use(await allLinks(filter, reading)))
  const isCompact = usePreference('density') === 'compact'
  const total = format.number(count)
  return (
    <div class={styles.head}>
      <p class="muted small number">
        <span role="status">{words.links.count(count, total)}</span>
        <Totals filter={filter} />
      </p>
      <div class={`cluster ${styles.actions} no-print`}>
        {loaded === undefined ? (
          <>
            <button type="button" class="button plain" onClick={() => load(onSelectAll)}>
              <Icon of={ListChecks} /> {words.selection.selectAll(count, total)}
            </button>
            <button
              type="button"
              class="button plain"
              onClick={() => load((links) => saveCsv('links.csv', tableOf(links)))}
            >
              <Icon of={Download} /> {words.common.csv}
            </button>
          </>
        ) : (
          <LongReadState
            text={words.selection.loading(format.number(loaded), total)}
            waitUntilMs={waitUntilMs}
            onStop={stop}
          />
        )}
        <button
          type="button"
          class="button plain"
          aria-pressed={isCompact}
          aria-label={words.links.compact}
          title={words.links.compact}
          onClick={() => setPreference('density', isCompact ? 'roomy' : 'compact')}
        >
          <Icon of={isCompact ? Rows4 : Rows3} />
        </button>
      </div>
    </div>
  )
}

/** The visits of all links, or of links with the tag. Searches, other filters and more than one tag have no sum. */
function Totals({ filter: { tags = [], ...others } }: Pick<ListHeadProps, 'filter'>) {
  const { words, format } = useWords()
  const isSummed = (tags?.length ?? 0) < 2 && Object.keys(others).every((name) => name === 'sort')
  const { data } = useQuery({ ...sums(tags ?? []), enabled: isSummed })
  if (!isSummed || data === undefined) return null
  const before = data.previous.hits
  const change = before === 0 ? undefined : (data.totals.hits - before) / before
  return (
    <>
      {' · '}
      {words.links.sum(format.number(data.totals.hits), tags?.[0])}
      {change !== undefined &&
        ` (${words.links.sumChange(`${change >= 0 ? '+' : '−'}${format.percent(Math.abs(change))}`)})`}
    </>
  )
}
