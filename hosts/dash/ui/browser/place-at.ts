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
  popover.style.inset = 'auto'
  popover.style.top = `${clamp(top, innerHeight - height)}px`
  popover.style.left = `${clamp(left, innerWidth - width)}px`
}

const clamp = (px: number, maxPx: number) => Math.max(EDGE_PX, Math.min(px, maxPx - EDGE_PX))
