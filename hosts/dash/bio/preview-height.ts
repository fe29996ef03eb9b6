import type { ShownPage } from '../../http/pages/bio-page.ts'

/** Sizes in CSS pixels, as hosts/http/pages/stylesheet.ts draws them in the width of a phone. */
const AROUND_PX = 340
const TITLE_LINE_PX = 33
const TITLE_WIDTH_PX = 270
const TITLE_SIZE_PX = 26
const LINK_PX = 80
const LINK_LINE_PX = 21
const LINK_WIDTH_PX = 190
const LINK_SIZE_PX = 16
/** Widths by the size of the font: of letters such as a, and of W or 漢. */
const NARROW = 0.55
const WIDE = 1

/**
 * How high a page is drawn, at least. Its frame cannot be measured, and is not scrolled itself: a frame that takes the wheel also takes
 * clicks on links.
 */
export function heightPxOf({ title, slug, links }: ShownPage): number {
  const titleLines = linesOf(title?.trim() || slug, TITLE_SIZE_PX, TITLE_WIDTH_PX)
  const heights = links.map(
    ({ label }) => LINK_PX + (linesOf(label ?? '', LINK_SIZE_PX, LINK_WIDTH_PX) - 1) * LINK_LINE_PX,
  )
  return AROUND_PX + titleLines * TITLE_LINE_PX + heights.reduce((sum, height) => sum + height, 0)
}

function linesOf(text: string, sizePx: number, widthPx: number): number {
  const units = Array.from(text, (letter) => (/[A-Z\u1100-\u{10ffff}]/u.test(letter) ? WIDE : NARROW))
  return Math.max(1, Math.ceil((units.reduce((sum, unit) => sum + unit, 0) * sizePx) / widthPx))
}
