import { z } from 'zod'
import { withDefault } from '../kernel/input.ts'
import { isScannable } from './scannable.ts'

/** The look of a QR code. */
export interface QrStyle {
  /** Width and height in pixels. */
  readonly size: number
  /** Error correction level: about 7, 15, 25 or 30 % of the code may be damaged. */
  readonly ecc: 'L' | 'M' | 'Q' | 'H'
  /** Quiet zone on each side, in modules; less if the size is too small for it. */
  readonly margin: number
  /** `#rrggbb` of the dark modules. */
  readonly color: string
  /** Background color as `#rrggbb`. */
  readonly bgColor: string
}

interface WholeNumber {
  readonly min: number
  readonly max: number
  readonly fallback: number
  readonly what: string
}

const whole = (name: string, { min, max, fallback, what }: WholeNumber) => {
  const message = `${name} must be a whole number from ${min} to ${max}`
  return withDefault(z.int(message).min(min, message).max(max, message), fallback).describe(`${what}.`)
}

/** The type is for callers: at run time any value may come. */
const upperCase = (raw: string | null | undefined) => (typeof raw === 'string' ? raw.toUpperCase() : raw)

const hexColor = (name: string, fallback: string, what: string) =>
  z
    .string(`${name} must be a color such as #1a2b3c`)
    .refine((value) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value), `${name} must be a color such as #1a2b3c`)
    .nullish()
    .transform((value) => (value == null ? fallback : fullHex(value)))
    .describe(`${what}; ${fallback} if omitted.`)

const fullHex = (value: string) => {
  const digits = value.replace('#', '').toLowerCase()
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** The members of an input that style a QR code, each with its default. */
export const qrStyleInput = {
  size: whole('size', { min: 64, max: 1024, fallback: 300, what: 'Size in pixels' }),
  ecc: z
    .preprocess(upperCase, withDefault(z.enum(['L', 'M', 'Q', 'H'], 'ecc must be L, M, Q or H'), 'M'))
    .describe('Error correction level, lowest to highest.'),
  margin: whole('margin', { min: 0, max: 10, fallback: 4, what: 'Quiet zone, in modules' }),
  color: hexColor('color', '#000000', 'Foreground color'),
  bgColor: hexColor('bgColor', '#ffffff', 'Background color'),
}

/** Whether the colors of the style may be used, see {@link isScannable}. */
export const hasScannableColors = ({ color, bgColor }: Pick<QrStyle, 'color' | 'bgColor'>) =>
  isScannable(color, bgColor)

export const NOT_SCANNABLE = {
  path: ['color'],
  message: 'color must be much darker than bgColor; otherwise cameras cannot read the code',
}
