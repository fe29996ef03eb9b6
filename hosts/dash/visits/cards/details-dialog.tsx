import { useInfiniteQuery } from '@tanstack/preact-query'
import { Download } from 'lucide'
import { useState } from 'preact/hooks'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Breakdown } from '../numbers.ts'
import { moreValues, type Question } from '../queries.ts'
import { type Dimension, toggledWhere, type VisitsFilter } from '../visits-filter.ts'
import { BreakdownRows, totalOf } from './breakdown-rows.tsx'
import { type RuleName, useLabel } from './use-label.ts'

interface DetailsDialogProps {
  readonly by: Dimension
  readonly question: Question
  readonly ruleName: RuleName
  readonly onChange: (part: Partial<VisitsFilter>) => void
  readonly onClose: () => void
}

/** Values that later pages can exclude: each is a condition of 100 values, and a query takes five. */
const MAX_VALUES = 400
const SHOWN_AT_ONCE = 12

/** All values of a dimension, with search, paging and a file. */
export function DetailsDialog({ by, question, ruleName, onChange, onClose }: DetailsDialogProps) {
  const { words, format } = useWords()
  const label = useLabel(ruleName)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const query = useInfiniteQuery({
    queryKey: ['visits', 'details', by, question.linkId, question.filter, question.since],
    queryFn: ({ pageParam, signal }) => moreValues(question, by, pageParam, signal),
    initialPageParam: [] as readonly string[],
    getNextPageParam: (last: Breakdown, all: readonly Breakdown[]) => {
      const known = all.flatMap(({ rows }) => rows.flatMap(({ value }) => value ?? []))
      return last.other.hits > 0 && known.length <= MAX_VALUES ? known : undefined
    },
  })
  const rows = rowsOf(query.data?.pages ?? [])
  const found = rows.filter(({ value, label: named }) =>
    label(by, value, named).toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  )
  const pages = Math.max(1, Math.ceil(found.length / SHOWN_AT_ONCE))
  const shown = Math.min(page, pages - 1)
  const chosen = question.filter.where.find((condition) => condition.by === by)?.value
  const save = () =>
    saveCsv(`visits-by-${by.toLowerCase()}.csv`, [
      ['value', 'name', 'visits', 'bots', 'visitors'],
      ...rows.map(({ value, label: named, hits, bots, visitors }) =>
        [value ?? '', label(by, value, named), hits, bots, visitors].map(String),
      ),
    ])
  return (
    <Dialog title={words.visits.tabs[by]} onClose={onClose}>
      <Field
        label={words.visits.search}
        type="search"
        value={search}
        onInput={(text) => {
          setSearch(text)
          setPage(0)
        }}
      />
      <Loaded query={query} height="20rem">
        {({ pages: loaded }) => (
          <>
            <BreakdownRows
              by={by}
              rows={found.slice(shown * SHOWN_AT_ONCE, (shown + 1) * SHOWN_AT_ONCE)}
              total={loaded[0] ? totalOf(loaded[0]) : 0}
              chosen={chosen}
              ruleName={ruleName}
              onChoose={(value) => {
                onClose()
                onChange({ where: toggledWhere(question.filter.where, { by, value }) })
              }}
            />
            <div class="cluster apart">
              {pages > 1 && (
                <span class="cluster">
                  <button type="button" class="button" disabled={shown === 0} onClick={() => setPage(shown - 1)}>
                    {words.visits.previousPage}
                  </button>
                  <span class="small number" role="status">
                    {words.visits.pageOf(format.number(shown + 1), format.number(pages))}
                  </span>
                  <button type="button" class="button" disabled={shown + 1 >= pages} onClick={() => setPage(shown + 1)}>
                    {words.visits.nextPage}
                  </button>
                </span>
              )}
              {query.hasNextPage && (
                <button
                  type="button"
                  class="button"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {words.visits.loadMore}
                </button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {words.common.close}
        </button>
        <button type="button" class="button" disabled={rows.length === 0} onClick={save}>
          <Icon of={Download} /> {words.common.csv}
        </button>
      </div>
    </Dialog>
  )
}

/** The rows of all pages. A later page has the visits without a value again. */
function rowsOf(pages: readonly Breakdown[]): Breakdown['rows'] {
  const [first, ...others] = pages.map(({ rows }) => rows)
  return [...(first ?? []), ...others.flat().filter(({ value }) => value !== null)]
}
