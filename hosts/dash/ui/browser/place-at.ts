const GAP_PX = 4
const EDGE_PX = 8

/**
 * Places a popover at its opener, inside the window: below it, or above it if there is more room, with the same end. Does nothing where
 * style sheets can do this by anchors.
 */
export function placeAt(opener: HTMLElement, popover: HTMLElement, prefersAbove = false) {
  if (CSS.supports('position-area', 'block-end')) return
  const at = opener.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const [above, below] = [at.top, innerHeight - at.bottom].map((room) => room - GAP_PX - EDGE_PX) as [number, number]
  const isAbove = prefersAbove ? above >= height || above > below : below < height && above > below
  const isMirrored = document.documentElement.dir === 'rtl'
  const top = isAbove ? at.top - GAP_PX - height : at.bottom + GAP_PX
  const left = isMirrored ? at.left : at.right - width
  place(popover, left, top)
}

/** Places a popover centered below its opener, or above it where there is no room below. */
export function placeBelow(opener: HTMLElement, popover: HTMLElement) {
  const at = opener.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const fits = at.bottom + GAP_PX + height + EDGE_PX <= innerHeight
  place(popover, (at.left + at.right - width) / 2, fits ? at.bottom + GAP_PX : at.top - GAP_PX - height)
}

function place(popover: HTMLElement, leftPx: number, topPx: number) {
  const { width, height } = popover.getBoundingClientRect()
  popover.style.inset = 'auto'
  popover.style.top = `${clamp(topPx, innerHeight - height)}px`
  popover.style.left = `${clamp(leftPx, innerWidth - width)}px`
}

const clamp = (px: number, maxPx: number) => Math.max(EDGE_PX, Math.min(px, maxPx - EDGE_PX))
