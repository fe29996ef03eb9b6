import { type App, anonymous, describeError, makeQrCode } from '@shortlink/core'
import type { RequestContext } from '../handler.ts'
import { queryOf } from '../request/query.ts'
import { conditionalResponse } from '../response/conditional.ts'
import { domainErrorResponse, errorResponse } from '../response/error-response.ts'

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** Query parameters with their accepted names. */
export const QR_PARAMETERS = {
  size: ['size'],
  ecc: ['ecc', 'errorCorrection', 'level'],
  margin: ['margin'],
  color: ['color'],
  bgColor: ['bgColor'],
  track: ['track'],
} as const

/**
 * `GET /<slug>/qr.svg`, `/<slug>/qr.png`, and `/<slug>/qr` for SVG or the query's `format`: a QR code of the short URL, styled by the
 * query. Unknown parameters are ignored, since mail programs and social networks append their own to links.
 */
export const createQrRoute =
  ({ app }: { app: App }) =>
  async (request: Request, { params }: RequestContext): Promise<Response> => {
    const query = new URLSearchParams(queryOf(request))
    const asked = query.get('format')
    const { slug = '', format = asked ?? 'svg' } = params
    if (!isFormat(format)) return badParameter(request, 'format must be svg or png')
    if (asked !== null && asked !== format) return badParameter(request, `format must be ${format}, as in the path`)
    const host = request.headers.get('host')
    const made = await app.run(makeQrCode, anonymous, { slug, host, format, ...optionsOf(query) })
    if (made.isErr()) {
      const { error } = made
      return error.type === 'invalid-input'
        ? badParameter(request, describeError(error))
        : domainErrorResponse(request, error)
    }
    const { qrCode } = made.value
    return conditionalResponse(request, format === 'svg' ? qrCode : Buffer.from(qrCode, 'base64'), {
      'content-type': TYPES[format],
      'cache-control': 'public, max-age=3600',
      // An SVG opened by itself is a page: this one runs nothing and loads nothing.
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  }

const badParameter = (request: Request, message: string): Response =>
  errorResponse(
    request,
    400,
    message,
    'This QR code URL has an invalid parameter. Correct or remove the parameter named above.',
  )

const isFormat = (format: string): format is keyof typeof TYPES => Object.hasOwn(TYPES, format)

/** A malformed value stays text, so that the use case rejects it by the parameter's name. */
const optionsOf = (query: URLSearchParams) =>
  Object.fromEntries(
    Object.entries(QR_PARAMETERS).map(([name, aliases]) => {
      const value = aliases.map((alias) => query.get(alias)).find((found) => found !== null)
      return [name, value === undefined ? value : (READERS[name]?.(value) ?? value)]
    }),
  )

/** Parsers of the non-text parameters; undefined for malformed values. */
const READERS: Readonly<Record<string, (value: string) => number | boolean | undefined>> = {
  size: wholeNumber,
  margin: wholeNumber,
  track: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
}

function wholeNumber(value: string) {
  return /^-?\d{1,9}$/.test(value) ? Number(value) : undefined
}
