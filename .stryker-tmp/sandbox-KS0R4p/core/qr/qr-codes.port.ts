import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { QrStyle } from './qr-style.ts'

/** Draws QR codes, exactly `size` pixels square. A text that cannot be drawn so small is refused, never drawn larger or blurred. */
export interface QrCodes {
  /** SVG markup. */
  svg(text: string, style: QrStyle): ResultAsync<string, ErrorOf<'invalid-input'>>
  /** A PNG file in base64. */
  png(text: string, style: QrStyle): ResultAsync<string, ErrorOf<'invalid-input'>>
}
