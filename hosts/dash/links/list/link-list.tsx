import { useQuery } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { usePreference } from '../../ui/browser/preferences.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { placesOf, useVisibleRange } from '../../ui/hooks/use-visible-range.ts'
import { Failed } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { type LinkChange, type ListFilter, linksPage, type Row } from '../queries.ts'
import type { useSelection } from '../selection/use-selection.ts'
import { LineIds } from './line-ids.ts'
import styles from './link-list.module.css'
import { LinkRow } from './link-row.tsx'
import { ListHead } from './list-head.tsx'
import { NoLinks } from './no-links.tsx'
import { RowBones } from './row-bones.tsx'
import { useFocusedRow, useReturnToRow } from './row-focus.ts'
import { useLoadedRows } from './use-loaded-rows.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Row heights in CSS pixels: on narrow and wide screens. */
const HEIGHTS_PX = { roomy: [64, 56], compact: [44, 36] } as const

interface LinkListProps {
  readonly filter: ListFilter
  readonly selection: ReturnType<typeof useSelection>
  readonly onChange: (link: Row, change: Omit<LinkChange, 'id'>) => void
  readonly onTags: (links: readonly Row[]) => void
  readonly onDelete: (links: readonly Row[]) => void
}

/** All links of a filter. */
export function LinkList(props: LinkListProps) {
  const { filter } = props
  const first = useQuery(linksPage(filter, 0))
  if (first.data === undefined) {
    return first.error ? <Failed error={first.error} onRetry={() => void first.refetch()} /> : <RowBones />
  }
  const { totalCount } = first.data
  if (totalCount === 0) return <NoLinks isFiltered={Object.keys(filter).length > 0} />
  return <Rows {...props} count={totalCount} />
}

/** Only rows near the window, and that with the focus, are in the document; only pages that were in view at rest are loaded. */
function Rows({ filter, selection, onChange, onTags, onDelete, count }: LinkListProps & { readonly count: number }) {
  const { words } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const density = usePreference('density')
  const heightPx = HEIGHTS_PX[density][useMedia('(min-width: 48rem)') ? 1 : 0]
  const { drawn, rested } = useVisibleRange(list, count, heightPx)
  const focused = useFocusedRow(list)
  const places = placesOf(drawn, focused !== undefined && focused < count ? focused : undefined)
  const { rows, ids, failed } = useLoadedRows(filter, places, rested)
  const selected = [...selection.links.values()]
  useReturnToRow(list, count, heightPx)
  useRowKeys({
    list,
    count,
    heightPx,
    rows,
    onSelect: selection.toggle,
    onDelete: (link) => onDelete(selected.length > 0 ? selected : link ? [link] : []),
  })
  return (
    <LineIds.Provider value={ids}>
      <div class={styles.list} data-density={density}>
        <ListHead filter={filter} count={count} onSelectAll={selection.selectAll} />
        <ul
          ref={list}
          class={styles.rows}
          style={{ blockSize: `${count * heightPx}px` }}
          aria-label={words.frame.links}
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
                    onChange={(change) => onChange(link, change)}
                    onTags={() => onTags([link])}
                    onDelete={() => onDelete([link])}
                  />
                ) : (
                  <span class={styles.bone} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
      {failed && (
        <div class={styles.failed}>
          <Failed error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      )}
    </LineIds.Provider>
  )
}
