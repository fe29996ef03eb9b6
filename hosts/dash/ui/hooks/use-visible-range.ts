import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Rows drawn beyond each edge of the window. */
const BEYOND = 4
/** How long scrolling must rest before new rows in view are loaded. */
const REST_MS = 120

/** Rows that follow each other. */
export interface Range {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

interface VisibleRange {
  /** The rows to draw. */
  readonly drawn: Range
  /** The rows in view when scrolling last rested. */
  readonly rested: Range
}

/** Visible range of equally high rows in an element of the page. */
export function useVisibleRange(element: RefObject<HTMLElement | null>, count: number, heightPx: number): VisibleRange {
  const [drawn, setDrawn] = useState<Range>(() => ({ first: 0, end: clamp(Math.ceil(innerHeight / heightPx), count) }))
  const [rested, setRested] = useState(drawn)
  useEffect(() => {
    let frame = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    const top = () => element.current?.getBoundingClientRect().top ?? 0
    const measure = () => {
      frame = 0
      const topPx = top()
      const first = Math.floor(-topPx / heightPx) - BEYOND
      const end = Math.ceil((innerHeight - topPx) / heightPx) + BEYOND
      const range = { first: clamp(first, count), end: clamp(end, count) }
      setDrawn((before) => (isSame(before, range) ? before : range))
      clearTimeout(rest)
      rest = setTimeout(() => {
        // The list has moved since, by frames that take longer than this: the next frame measures it again.
        if (top() === topPx) setRested((before) => (isSame(before, range) ? before : range))
      }, REST_MS)
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', schedule, { passive: true })
    addEventListener('resize', schedule)
    return () => {
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
      cancelAnimationFrame(frame)
      clearTimeout(rest)
    }
  }, [element, count, heightPx])
  return { drawn, rested }
}

/** The rows to draw in their order: those in view, and the focused one, since removing it would lose the focus. */
export function placesOf({ first, end }: Range, focused: number | undefined): readonly number[] {
  const places = Array.from({ length: end - first }, (_, index) => first + index)
  if (focused === undefined || (focused >= first && focused < end)) return places
  return focused < first ? [focused, ...places] : [...places, focused]
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(count, index))
const isSame = (one: Range, other: Range) => one.first === other.first && one.end === other.end
