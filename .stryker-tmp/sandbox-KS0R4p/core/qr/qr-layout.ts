import type { QrStyle } from './qr-style.ts'

/** Where a code of square modules lies in the picture. All in pixels. */
export interface QrLayout {
  /** Width of one module: whole, so that no edge is blurred. */
  readonly scale: number
  /** Left and top of the first module. */
  readonly offset: number
}

/**
 * Centres a code of `modules` × `modules` in the picture. Where room is short the quiet zone shrinks rather than the picture growing,
 * and a module of two pixels is worth more than a wide quiet zone. `undefined` when not even one pixel a module is left.
 */
export function layOutQr(modules: number, { size, margin }: Pick<QrStyle, 'size' | 'margin'>): QrLayout | undefined {
  const asked = Math.floor(size / (modules + 2 * margin))
  const tight = Math.min(2, Math.floor(size / (modules + 2 * Math.min(margin, 1))))
  const scale = Math.max(asked, tight, Math.min(1, Math.floor(size / modules)))
  return scale === 0 ? undefined : { scale, offset: Math.floor((size - modules * scale) / 2) }
}
