import type { ShownPage } from '../../../http/pages/bio-page.ts'

/** Sizes in CSS pixels, as hosts/http/pages/stylesheet.ts draws them in a narrow window. */
const AROUND_PX = 356
const TITLE_LINE_PX = 33
const TITLE_SIZE_PX = 26
const LINK_PX = 80
/** Height of the text on a page without links. */
const NO_LINKS_PX = 102
const LINK_LINE_PX = 21
const LINK_SIZE_PX = 16
/** Width of the frame without the text: next to the title, and next to a link. */
const BESIDE_TITLE_PX = 40
const BESIDE_LINK_PX = 156
/** Character widths relative to the font size: for letters such as a, including free space at line ends, and for W or 漢. */
const NARROW = 0.64
const WIDE = 1.05

/**
 * Height of a page in a frame of that width, or a little more. The frame cannot be measured, and does not scroll itself: a frame that takes
 * the wheel also takes clicks on links.
 */
export function heightPxOf({ title, slug, links }: ShownPage, widthPx: number): number {
  const titleLines = linesOf(title?.trim() || slug, TITLE_SIZE_PX, widthPx - BESIDE_TITLE_PX)
  const heights = links.map(
    ({ label }) => LINK_PX + (linesOf(label?.trim() ?? '', LINK_SIZE_PX, widthPx - BESIDE_LINK_PX) - 1) * LINK_LINE_PX,
  )
  const linksPx = heights.length === 0 ? NO_LINKS_PX : heights.reduce((sum, height) => sum + height, 0)
  return AROUND_PX + titleLines * TITLE_LINE_PX + linksPx
}

function linesOf(text: string, sizePx: number, widthPx: number): number {
  const widths = Array.from(text, (letter) => (/[A-Z\u1100-\u{10ffff}]/u.test(letter) ? WIDE : NARROW))
  return Math.max(1, Math.ceil((widths.reduce((sum, width) => sum + width, 0) * sizePx) / widthPx))
}
