import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

const rowElement = (at: number | undefined) => document.querySelector(`[data-row="${at}"]`)

/** A control of a row, drawn or not. */
export const inRow = (at: number | undefined, selector: string) =>
  rowElement(at)?.querySelector<HTMLElement>(selector) ?? undefined

/** The place of the row that an element is in. */
export function rowOf(element: Element | null): number | undefined {
  const row = element?.closest('[data-row]')
  return row instanceof HTMLElement ? Number(row.dataset.row) : undefined
}

/** The position of the focused row; undefined without one. */
export function useFocusedRow(list: RefObject<HTMLElement | null>): number | undefined {
  const [focused, setFocused] = useState<number>()
  useLayoutEffect(() => {
    const read = () =>
      setFocused(list.current?.contains(document.activeElement) ? rowOf(document.activeElement) : undefined)
    const clear = ({ relatedTarget }: FocusEvent) => setFocused(rowOf(relatedTarget as Element | null))
    const element = list.current
    element?.addEventListener('focusin', read)
    element?.addEventListener('focusout', clear)
    return () => {
      element?.removeEventListener('focusin', read)
      element?.removeEventListener('focusout', clear)
    }
  }, [list])
  return focused
}

/** Scrolls so that the row is in view, then gives its link the focus once it is drawn. */
export function focusRow(list: HTMLElement, at: number, heightPx: number) {
  const topPx = list.getBoundingClientRect().top + at * heightPx
  if (topPx < 80) scrollBy(0, topPx - 80)
  else if (topPx + heightPx > innerHeight - 80) scrollBy(0, topPx + heightPx - innerHeight + 80)
  const focus = () => inRow(at, '[data-main]')?.focus({ preventScroll: true })
  cancelAnimationFrame(waiting)
  focus()
  if (rowOf(document.activeElement) !== at) afterTwoFrames(focus)
}

/** Pending animation frame that focuses the last requested row. */
let waiting = 0

/** A row that is not rendered yet appears within the next two frames. */
function afterTwoFrames(work: () => void) {
  waiting = requestAnimationFrame(() => {
    waiting = requestAnimationFrame(work)
  })
}

interface Left {
  readonly row?: number
  readonly scrolledPx: number
}

/** Stores in the history entry the row from which the user left the page, and the scroll position; coming back returns there. */
export function useReturnToRow(list: RefObject<HTMLElement | null>, count: number, heightPx: number) {
  useLayoutEffect(() => {
    const left = (history.state as { left?: Left } | null)?.left
    if (left === undefined) return
    history.replaceState(null, '')
    scrollTo(0, left.scrolledPx)
    const { row } = left
    // The heading gets the focus first.
    if (row !== undefined && row < count) afterTwoFrames(() => list.current && focusRow(list.current, row, heightPx))
  }, [])
  useLayoutEffect(() => {
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) rememberRow(rowOf(target))
    }
    document.addEventListener('click', click, { capture: true })
    return () => document.removeEventListener('click', click, { capture: true })
  }, [])
}

/** Call it before leaving the page. */
export function rememberRow(row: number | undefined) {
  const left: Left = { ...(row === undefined ? {} : { row }), scrolledPx: scrollY }
  history.replaceState({ left }, '')
}
