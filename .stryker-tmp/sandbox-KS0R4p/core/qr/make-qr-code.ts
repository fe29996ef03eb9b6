import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import { shortUrl } from '../links/short-url.ts'
import { defineUseCase } from '../use-case.ts'
import type { QrCodes } from './qr-codes.port.ts'
import { isScannable, NOT_SCANNABLE, type QrStyle, qrStyleInput } from './qr-style.ts'

export interface QrCode {
  /** The short URL that the code holds. */
  readonly url: string
  /** SVG markup, a PNG file in base64, or a `data:` URL of that. */
  readonly qrCode: string
  readonly format: QrFormat
  readonly size: number
}

const Format = z.enum(['svg', 'png', 'data'], 'format must be svg, png or data')
type QrFormat = z.output<typeof Format>

export const qrFormatInput = Format.nullish().transform((value) => value ?? 'svg')

/** A QR code of the link that visitors of `host` meet under the slug; it sends them to the link's public short URL. */
export const makeQrCode = defineUseCase({
  name: 'makeQrCode',
  access: 'anyone',
  input: z
    .object({
      slug: text('slug', { max: 2048 }),
      host: text('host', { max: 255 }).nullish(),
      format: qrFormatInput,
      ...qrStyleInput,
    })
    .refine(isScannable, NOT_SCANNABLE),
  run: ({ servedLinks, qrCodes, policy }, _caller, { slug, host, format, ...style }) =>
    ResultAsync.fromSafePromise(Promise.resolve(servedLinks.find(host ?? '', slug))).andThen((link) => {
      if (link === undefined) return errAsync({ type: 'not-found' as const, what: 'Shortlink' as const })
      return qrCodeOf(qrCodes, shortUrl(policy.baseUrl, link), format, style)
    }),
})

/** The code of an address in the format asked for. */
export const qrCodeOf = (qrCodes: QrCodes, url: string, format: QrFormat, style: QrStyle) =>
  draw(qrCodes, url, format, style).map((qrCode): QrCode => ({ url, qrCode, format, size: style.size }))

function draw(
  qrCodes: QrCodes,
  url: string,
  format: QrFormat,
  style: QrStyle,
): ResultAsync<string, ErrorOf<'invalid-input'>> {
  if (format === 'svg') return qrCodes.svg(url, style)
  const png = qrCodes.png(url, style)
  return format === 'png' ? png : png.map((base64) => `data:image/png;base64,${base64}`)
}
