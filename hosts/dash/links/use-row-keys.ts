import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isSingleKey } from '../frame/shortcuts.ts'
import type { Row } from './queries.ts'

interface RowKeys {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly heightPx: number
  readonly rows: ReadonlyMap<number, Row>
  readonly onSelect: (link: Row) => void
}

/** Pages of the focused row by key. */
const PAGES: Readonly<Record<string, string>> = { e: '/edit', r: '/rules', q: '/qr' }

/** Moves the focus over rows by j and k; x, y, e, r and q act on the row with the focus. */
export function useRowKeys(keys: RowKeys) {
  const { route } = useLocation()
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const { list, count, heightPx, rows, onSelect } = current.current
      const at = focusedRow()
      if (event.key === 'j' || event.key === 'k') {
        const next = at === undefined ? 0 : at + (event.key === 'j' ? 1 : -1)
        if (list.current && next >= 0 && next < count) focusRow(list.current, next, heightPx)
        return
      }
      const link = at === undefined ? undefined : rows.get(at)
      if (link === undefined) return
      const page = PAGES[event.key]
      if (page !== undefined) route(`/dash/links/${link.id}${page}`)
      else if (event.key === 'x') onSelect(link)
      else if (event.key === 'y') rowElement(at)?.querySelector<HTMLElement>('[data-main] + button')?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [route])
}

const rowElement = (at: number | undefined) => document.querySelector(`[data-row="${at}"]`)

function focusedRow(): number | undefined {
  const row = document.activeElement?.closest('[data-row]')
  return row instanceof HTMLElement ? Number(row.dataset.row) : undefined
}

/** Scrolls so that the row is in view, then gives its link the focus once it is drawn. */
function focusRow(list: HTMLElement, at: number, heightPx: number) {
  const topPx = list.getBoundingClientRect().top + at * heightPx
  if (topPx < 80) scrollBy(0, topPx - 80)
  else if (topPx + heightPx > innerHeight - 80) scrollBy(0, topPx + heightPx - innerHeight + 80)
  const focus = () => rowElement(at)?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
  focus()
  // A row that was not drawn comes with the next two frames.
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
