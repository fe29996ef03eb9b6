const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Most texts, which need no segmentation. */
const PLAIN = /^[ -~]*$/
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]*$/u
/** Emoji, and characters that East Asian fonts draw twice as wide as others (Unicode Standard Annex 11). */
const WIDE =
  /\p{Emoji_Presentation}|\u{FE0F}|[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{A4CF}\u{A960}-\u{A97F}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF01}-\u{FF60}\u{FFE0}-\u{FFE6}\u{20000}-\u{3FFFD}]/u

/** Returns the number of terminal columns of a text. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment)
  return width
}

const columnsOf = (grapheme: string) => (INVISIBLE.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1)

/** Pads the text with spaces to a width. */
export const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Truncates the text at a width with an ellipsis. */
export function cutAt(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const { segment } of graphemes.segment(text)) {
    left -= columnsOf(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept}…`
}
