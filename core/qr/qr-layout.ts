import type { QrStyle } from './qr-style.ts'

/** Size and position of a code's modules in the picture, in pixels. */
export interface QrLayout {
  /** Width of one module; a whole number, so that edges are sharp. */
  readonly scale: number
  /** Distance of the first module from the left and the top. */
  readonly offset: number
}

/**
 * Centres a code of `modules` × `modules` in an image of `size` pixels. In a small image the quiet zone shrinks below `margin`, down to one
 * module for modules of two pixels and to none for modules of one. `undefined` if less than one pixel per module is left.
 */
export function layOutQr(modules: number, { size, margin }: Pick<QrStyle, 'size' | 'margin'>): QrLayout | undefined {
  const wanted = Math.floor(size / (modules + 2 * margin))
  const reduced = Math.min(2, Math.floor(size / (modules + 2 * Math.min(margin, 1))))
  const scale = Math.max(wanted, reduced, Math.min(1, Math.floor(size / modules)))
  return scale === 0 ? undefined : { scale, offset: Math.floor((size - modules * scale) / 2) }
}
