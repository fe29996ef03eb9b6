import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isSingleKey } from '../../shortcuts.ts'
import type { Row } from '../queries.ts'
import { focusRow, inRow, rememberRow, rowOf } from './row-focus.ts'

interface RowKeys {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly heightPx: number
  readonly rows: ReadonlyMap<number, Row>
  readonly onSelect: (link: Row) => void
  /** Without a link when no row has the focus. */
  readonly onDelete: (link: Row | undefined) => void
}

/** Pages of the focused row by key. */
const PAGES: Readonly<Record<string, string>> = { e: '/edit', r: '/rules', q: '/qr' }

/** Moves the focus over rows by j and k; x, y, e, r, q and # act on the row with the focus. */
export function useRowKeys(keys: RowKeys) {
  const { route } = useLocation()
  const current = useRef(keys)
  current.current = keys
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const { list, count, heightPx, rows, onSelect, onDelete } = current.current
      const at = rowOf(document.activeElement)
      if (event.key === 'j' || event.key === 'k') {
        const next = at === undefined ? 0 : at + (event.key === 'j' ? 1 : -1)
        if (list.current && next >= 0 && next < count) focusRow(list.current, next, heightPx)
        return
      }
      const link = at === undefined ? undefined : rows.get(at)
      if (event.key === '#') return onDelete(link)
      if (link === undefined) return
      const page = PAGES[event.key]
      if (page !== undefined) {
        rememberRow(at)
        route(`/dash/links/${link.id}${page}`)
      } else if (event.key === 'x') onSelect(link)
      else if (event.key === 'y') inRow(at, '[data-main] + button')?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [route])
}
