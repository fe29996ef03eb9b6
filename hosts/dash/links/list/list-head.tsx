import { useQuery } from '@tanstack/preact-query'
import { useLongRead } from '../../ui/hooks/use-long-read.ts'
import { LongReadState } from '../../ui/long-read-state.tsx'
import { useWords } from '../../ui/words.tsx'
import { type ListFilter, type Row, sums } from '../queries.ts'
import { allLinks } from '../toolbar/all-links.ts'
import styles from './list-head.module.css'

interface ListHeadProps {
  readonly filter: ListFilter
  readonly count: number
  readonly onSelectAll: (links: readonly Row[]) => void
}

/** The totals of the list, the selection of all matching links, and the headings of the columns. */
export function ListHead({ filter, count, onSelectAll }: ListHeadProps) {
  const { words, format } = useWords()
  const { run, loaded, waitUntilMs, stop } = useLongRead()
  const load = (use: (links: readonly Row[]) => void) =>
    void run(async (reading) => use(await allLinks(filter, reading)))
  const total = format.number(count)
  return (
    <div class={styles.head}>
      <p class={`muted number ${styles.summary}`}>
        <span role="status">{words.links.count(count, total)}</span>
        <Totals filter={filter} />
      </p>
      {loaded === undefined ? (
        <button type="button" class="button plain no-print" onClick={() => load(onSelectAll)}>
          {words.selection.selectAll(count, total)}
        </button>
      ) : (
        <LongReadState
          text={words.selection.loading(format.number(loaded), total)}
          waitUntilMs={waitUntilMs}
          onStop={stop}
        />
      )}
      <p class={`muted ${styles.columns}`}>
        <span>{words.links.lineHead}</span>
        <span>{words.links.age}</span>
      </p>
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
      {words.links.sum(words.links.visits(data.totals.hits, format.number(data.totals.hits)), tags?.[0])}
      {change !== undefined && (
        <span class={styles.change}>
          {` (${words.links.sumChange(`${change >= 0 ? '+' : '−'}${format.percent(Math.abs(change))}`)})`}
        </span>
      )}
    </>
  )
}
