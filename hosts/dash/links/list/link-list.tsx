import { useQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { usePreference } from '../../ui/browser/preferences.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { placesOf, useVisibleRange } from '../../ui/hooks/use-visible-range.ts'
import { Bones, Failed } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { type ListFilter, linksPage, type Row } from '../queries.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { MAX_UNDOABLE, useUndoableChange } from '../selection/use-undoable-change.ts'
import { LineIds } from './line-ids.ts'
import styles from './link-list.module.css'
import { LinkRow } from './link-row.tsx'
import { ListHead } from './list-head.tsx'
import { NoLinks } from './no-links.tsx'
import { useFocusedRow, useReturnToRow } from './row-focus.ts'
import { useLoadedRows } from './use-loaded-rows.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Row heights in CSS pixels, as in the style sheet: on narrow and wide screens. */
const HEIGHTS_PX = { roomy: [132, 76], compact: [76, 48] } as const

/** All links of a filter. */
export function LinkList({ filter }: { readonly filter: ListFilter }) {
  const first = useQuery(linksPage(filter, 0))
  if (first.data === undefined) {
    return first.error ? <Failed error={first.error} onRetry={() => void first.refetch()} /> : <Bones height="100svh" />
  }
  const { totalCount } = first.data
  if (totalCount === 0) return <NoLinks isFiltered={Object.keys(filter).length > 0} />
  return <Rows filter={filter} count={totalCount} />
}

interface RowsProps {
  readonly filter: ListFilter
  readonly count: number
}

/** Only rows near the window, and that with the focus, are in the document; only pages that were in view at rest are loaded. */
function Rows({ filter, count }: RowsProps) {
  const { words } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const density = usePreference('density')
  const heightPx = HEIGHTS_PX[density][useMedia('(min-width: 48rem)') ? 1 : 0]
  const { drawn, rested } = useVisibleRange(list, count, heightPx)
  const focused = useFocusedRow(list)
  const places = placesOf(drawn, focused !== undefined && focused < count ? focused : undefined)
  const { rows, ids, failed } = useLoadedRows(filter, places, rested)
  const selection = useSelection()
  const selected = [...selection.links.values()]
  const [deleting, setDeleting] = useState<readonly Row[]>([])
  const bulk = useUndoableChange(() => {
    setDeleting([])
    selection.clear()
  })
  /** Few links can be brought back; many are confirmed. */
  const remove = (links: readonly Row[]) =>
    links.length > MAX_UNDOABLE ? setDeleting(links) : bulk.mutate({ deletedIds: links.map(({ id }) => id) })
  useReturnToRow(list, count, heightPx)
  useRowKeys({
    list,
    count,
    heightPx,
    rows,
    onSelect: selection.toggle,
    onDelete: (link) => {
      if (selected.length > 0) remove(selected)
      else if (link) remove([link])
    },
  })
  return (
    <LineIds.Provider value={ids}>
      <ListHead filter={filter} count={count} onSelectAll={selection.selectAll} />
      <ul
        ref={list}
        class={styles.rows}
        style={{ blockSize: `${count * heightPx}px` }}
        aria-label={words.frame.links}
        data-density={density}
      >
        {places.map((at) => {
          const link = rows.get(at)
          const place = { blockSize: `${heightPx}px`, insetBlockStart: `${at * heightPx}px` }
          return (
            <li key={at} class={styles.row} style={place} data-row={at} aria-setsize={count} aria-posinset={at + 1}>
              {link ? (
                <LinkRow
                  link={link}
                  isSelected={selection.links.has(link.id)}
                  onSelect={() => selection.toggle(link)}
                  onArchive={() => bulk.mutate({ changes: [{ id: link.id, archived: !link.archived }] })}
                  onDelete={() => remove([link])}
                />
              ) : (
                <span class={styles.bone} />
              )}
            </li>
          )
        })}
      </ul>
      {failed && (
        <div class={styles.failed}>
          <Failed error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      )}
      {selected.length > 0 && (
        <SelectionBar
          links={selected}
          isAll={selection.isAll}
          isBusy={bulk.isPending}
          onChange={(changes) => bulk.mutate({ changes })}
          onDelete={() => remove(selected)}
          onClear={selection.clear}
        />
      )}
      {deleting.length > 0 && (
        <DeleteDialog
          links={deleting}
          isBusy={bulk.isPending}
          onCancel={() => setDeleting([])}
          onConfirm={() => bulk.mutate({ deletedIds: deleting.map(({ id }) => id) })}
        />
      )}
    </LineIds.Provider>
  )
}
