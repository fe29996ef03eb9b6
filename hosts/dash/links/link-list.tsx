import { useQueries, useQuery } from '@tanstack/preact-query'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Bones, Empty, Failed } from '../ui/states.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useVisibleRange } from '../ui/use-visible-range.ts'
import { useWords } from '../ui/words.tsx'
import { LineIds } from './line-ids.ts'
import styles from './link-list.module.css'
import { LinkRow } from './link-row.tsx'
import { type ListFilter, linksPage, PAGE_SIZE, type Row } from './queries.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Heights of a row in CSS pixels, as the style sheet has them. */
const WIDE_ROW_PX = 76
const NARROW_ROW_PX = 132

/** All links of a filter. Only rows near the window are in the document, and only pages that were in view at rest are loaded. */
export function LinkList({ filter }: { readonly filter: ListFilter }) {
  const { words, format } = useWords()
  const first = useQuery(linksPage(filter, 0))
  const count = first.data?.totalCount ?? 0
  const list = useRef<HTMLUListElement>(null)
  const heightPx = useMedia('(min-width: 48rem)') ? WIDE_ROW_PX : NARROW_ROW_PX
  const { drawn, rested } = useVisibleRange(list, count, heightPx)
  const { rows, ids } = useRows(filter, first.data?.items, rested)
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  useRowKeys({ list, count, heightPx, rows, onSelect: (link) => setSelected((before) => toggled(before, link)) })
  if (first.data === undefined) {
    return first.error ? <Failed error={first.error} onRetry={() => void first.refetch()} /> : <Bones height="24rem" />
  }
  if (count === 0) return <NoLinks isFiltered={Object.keys(filter).length > 0} />
  return (
    <LineIds.Provider value={ids}>
      <p class="muted small number" role="status">
        {words.links.count(count, format.number(count))}
      </p>
      <ul ref={list} class={styles.rows} style={{ blockSize: `${count * heightPx}px` }} aria-label={words.frame.links}>
        {Array.from({ length: drawn.end - drawn.first }, (_, index) => {
          const at = drawn.first + index
          const link = rows.get(at)
          const place = { blockSize: `${heightPx}px`, insetBlockStart: `${at * heightPx}px` }
          return (
            <li key={at} class={styles.row} style={place} data-row={at} aria-setsize={count} aria-posinset={at + 1}>
              {link ? (
                <LinkRow
                  link={link}
                  isSelected={selected.has(link.id)}
                  onSelect={() => setSelected((before) => toggled(before, link))}
                />
              ) : (
                <span class={styles.bone} />
              )}
            </li>
          )
        })}
      </ul>
      {selected.size > 0 && <SelectionBar links={[...selected.values()]} onDone={() => setSelected(new Map())} />}
    </LineIds.Provider>
  )
}

/** The links that are loaded by their place in the list, and their ids by page. */
function useRows(filter: ListFilter, firstItems: readonly Row[] | undefined, rested: { first: number; end: number }) {
  const firstPage = Math.floor(rested.first / PAGE_SIZE)
  const lastPage = Math.max(firstPage, Math.floor(Math.max(0, rested.end - 1) / PAGE_SIZE))
  const numbers = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index)
  const pages = useQueries({ queries: numbers.map((number) => linksPage(filter, number)) })
  const loaded = pages.map((page) => page.data?.items)
  return useMemo(() => {
    const rows = new Map<number, Row>(firstItems?.map((item, index) => [index, item]))
    loaded.forEach((items, index) => {
      const start = (firstPage + index) * PAGE_SIZE
      items?.forEach((item, offset) => void rows.set(start + offset, item))
    })
    const ids = [firstItems, ...loaded].map((items) => items?.map(({ id }) => id) ?? [])
    return { rows, ids }
  }, [firstItems, firstPage, ...loaded])
}

function toggled(before: ReadonlyMap<string, Row>, link: Row): ReadonlyMap<string, Row> {
  const after = new Map(before)
  if (!after.delete(link.id)) after.set(link.id, link)
  return after
}

function NoLinks({ isFiltered }: { readonly isFiltered: boolean }) {
  const { words } = useWords()
  if (isFiltered) {
    return (
      <Empty title={words.links.noneFound}>
        <a class="button" href="/dash">
          {words.links.showAll}
        </a>
      </Empty>
    )
  }
  return (
    <Empty title={words.links.none}>
      <p class="muted">{words.links.noneAdvice}</p>
      <pre class="code">{`curl ${location.origin}/graphql -H 'content-type: application/json' -H "x-api-key: $KEY" \\
  -d '{"query":"mutation { createShortlink(target: \\"https://example.com\\") }"}'`}</pre>
    </Empty>
  )
}
