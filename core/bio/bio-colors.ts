import { contrast } from '../qr/color.ts'

/** An owner's colors of a page, each as `#rrggbb`. They replace the ones of its theme. */
export interface BioColors {
  readonly background: string
  /** Readable on the background, see {@link isReadable}. */
  readonly text: string
  /** Behind the links; their text is black or white, see {@link textOn}. */
  readonly button: string
}

/** WCAG 2 AA for text of any size. */
export const MIN_TEXT_CONTRAST = 4.5

/** Whether text in one color can be read on the other. */
export const isReadable = (text: string, background: string): boolean => contrast(text, background) >= MIN_TEXT_CONTRAST

/** Black or white, whichever is easier to read on the color. One of them always has a contrast of 4.5:1. */
export const textOn = (color: string): string =>
  contrast('#000000', color) >= contrast('#ffffff', color) ? '#000000' : '#ffffff'
