import type { QrLook } from '../browser/qr-svg.ts'
import type { QrStyle } from './queries.ts'

/** The look of a saved style. */
export const lookOf = ({ color, bgColor, ecc, margin, roundness, logo, frame, caption }: QrStyle): QrLook => ({
  foreground: color,
  background: bgColor,
  margin,
  ecc: ecc as QrLook['ecc'],
  roundness: roundness / 100,
  logo: logo ?? undefined,
  hasFrame: frame === 'FRAME',
  caption: caption ?? '',
})

/** The fields to save. */
export const designOf = ({ foreground, background, roundness, logo, hasFrame, caption, ...same }: QrLook) => ({
  ...same,
  color: foreground,
  bgColor: background,
  roundness: Math.round(roundness * 100),
  logo: logo ?? null,
  frame: hasFrame ? ('FRAME' as const) : ('NONE' as const),
  caption: caption.trim() || null,
})
