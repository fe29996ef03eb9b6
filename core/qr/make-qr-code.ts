import type { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import { text, withDefault } from '../kernel/input.ts'
import { shortUrl } from '../links/short-url.ts'
import { defineUseCase } from '../use-case.ts'
import type { QrCodes } from './qr-codes.port.ts'
import { hasScannableColors, NOT_SCANNABLE, type QrStyle, qrStyleInput } from './qr-style.ts'

export interface QrCode {
  /** The short URL that the code encodes. */
  readonly url: string
  /** SVG markup, a PNG file in base64, or a `data:` URL of that. */
  readonly qrCode: string
  readonly format: QrFormat
  readonly size: number
}

const Format = z.enum(['svg', 'png', 'data'], 'format must be svg, png or data')
type QrFormat = z.output<typeof Format>

export const qrFormatInput = withDefault(Format, 'svg').describe('SVG markup, PNG in base64, or PNG as a data: URL.')

/** Marks visits that come from a code. */
const TRACKING = '?utm_medium=qr'

/** A QR code of the public short URL of the link that `host` serves under the slug. */
export const makeQrCode = defineUseCase({
  name: 'makeQrCode',
  access: 'anyone',
  scope: null,
  input: z
    .object({
      slug: text('slug', { max: 2048 }),
      host: text('host', { max: 255 }).nullish(),
      format: qrFormatInput,
      ...qrStyleInput,
      track: withDefault(z.boolean('track must be true or false'), false).describe(
        'Whether to record visits from the code with the campaign medium qr.',
      ),
    })
    .refine(hasScannableColors, NOT_SCANNABLE),
  run: ({ servedLinks, qrCodes, policy }, _caller, { slug, host, format, track, ...style }) =>
    found(Promise.resolve(servedLinks.find(host ?? '', slug)), 'Shortlink').andThen((link) =>
      qrCodeOf(qrCodes, shortUrl(policy.baseUrl, link) + (track ? TRACKING : ''), format, style),
    ),
})

/** Draws the QR code of a URL in the requested format. */
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
