import { bestMask } from './mask.ts'
import type { Matrix } from './matrix.ts'

/**
 * Encodes a text as bytes with the library qrcode. Its choice of a mask, and its search for segments in a denser alphabet, which URLs
 * hardly have, take ten times as long as the rest, so this module does both.
 */
export async function encodeQr(text: string, errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H'): Promise<Matrix> {
  const { create } = await library()
  const bytes = [{ data: Buffer.from(text), mode: 'byte' as const }]
  const masked = (maskPattern: number) => create(bytes, { errorCorrectionLevel, maskPattern: maskPattern as 0 }).modules
  const first = masked(0)
  const best = bestMask(first)
  return best === 0 ? first : masked(best)
}

let loading: Promise<typeof import('qrcode')> | undefined

/** Loaded for the first code, so that startup need not wait for it; a repeated import still takes 20 µs. */
const library = () => (loading ??= import('qrcode'))
