import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { QrStyle } from './qr-style.ts'

/** Draws QR codes of exactly `size` × `size` pixels. `invalid-input` for a text that needs a larger image. */
export interface QrCodes {
  /** SVG markup. */
  svg(text: string, style: QrStyle): ResultAsync<string, ErrorOf<'invalid-input'>>
  /** A PNG file in base64. */
  png(text: string, style: QrStyle): ResultAsync<string, ErrorOf<'invalid-input'>>
}
