import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { placeAt } from './browser/place-at.ts'

/**
 * A popover at an anchor, which is its opener or an element around it. It opens where the window has room; Escape and a click outside close
 * it. Spread `anchor`, `opener` and `popover` over their elements, and render the content while `isOpen`.
 * @param onOpen called once the content is rendered
 */
export function usePopover<Anchor extends HTMLElement>(opensUp = false, onOpen?: (popover: HTMLElement) => void) {
  const id = useId()
  const anchor = useRef<Anchor>(null)
  const popover = useRef<HTMLDivElement>(null)
  // Openings since it was last seen closed: one event reports a quick close and open.
  const [openings, setOpenings] = useState(0)
  const isOpen = openings > 0
  useLayoutEffect(() => {
    if (!isOpen || popover.current === null || anchor.current === null) return
    placeAt(anchor.current, popover.current, opensUp)
    // It may be placed after this.
    onOpen?.(popover.current)
  }, [openings])
  return {
    isOpen,
    show: () => popover.current?.showPopover(),
    anchor: { ref: anchor, style: { anchorName: `--${id}` } },
    opener: { 'aria-expanded': isOpen, popovertarget: id },
    popover: {
      ref: popover,
      id,
      popover: 'auto',
      style: { positionAnchor: `--${id}` },
      onToggle: ({ newState }: { readonly newState: string }) => setOpenings(newState === 'open' ? openings + 1 : 0),
    } as const,
  }
}
