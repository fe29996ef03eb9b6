import { type App, anonymous, makeQrCode } from '@shortlink/core'
import { conditional } from './conditional.ts'
import { problem, refusal } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './http-message.ts'

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** Query parameters under each name that people try. */
const PARAMETERS = {
  size: ['size'],
  ecc: ['ecc', 'errorCorrection', 'level'],
  margin: ['margin'],
  color: ['color'],
  bgColor: ['bgColor'],
} as const

/** `GET /<slug>/qr.svg`, `/<slug>/qr.png`, and `/<slug>/qr` for SVG: a QR code of the short URL, styled by the query. */
export const createQrRoute =
  ({ app }: { app: App }) =>
  async (request: HttpRequest): Promise<HttpReply> => {
    const [, slug = '', file = ''] = request.path.split('/')
    const format = file.slice('qr.'.length) || 'svg'
    if (!isFormat(format)) return problem(request, 400, 'format must be svg or png')
    const made = await app.run(makeQrCode, anonymous, {
      slug,
      host: request.header('host'),
      format,
      ...styleOf(request.query),
    })
    if (made.isErr()) return refusal(request, made.error)
    const { qrCode } = made.value
    return conditional(request, {
      status: 200,
      headers: {
        'content-type': TYPES[format],
        'cache-control': 'public, max-age=3600',
        // An SVG opened by itself is a page: this one runs nothing and loads nothing.
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      },
      body: format === 'svg' ? qrCode : Buffer.from(qrCode, 'base64'),
    })
  }

const isFormat = (format: string): format is keyof typeof TYPES => Object.hasOwn(TYPES, format)

/** A number that is not written as one stays text, which the use case refuses by the parameter's name. */
const styleOf = (query: URLSearchParams) =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, aliases]) => {
      const value = aliases.map((alias) => query.get(alias)).find((found) => found !== null)
      return [name, value !== undefined && /^-?\d{1,9}$/.test(value) && isNumeric(name) ? Number(value) : value]
    }),
  )

const isNumeric = (name: string) => name === 'size' || name === 'margin'
