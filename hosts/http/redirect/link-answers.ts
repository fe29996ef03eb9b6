import {
  type Closed,
  type PasswordPage,
  type PreviewPage,
  type Redirect,
  type Resolution,
  shortUrl,
} from '@shortlink/core'
import { isHidden } from '@shortlink/core/host'
import { passwordPage } from '../pages/password-page.ts'
import { previewPage, titlePage } from '../pages/preview-page.ts'
import { acceptsHtml, preparedError } from '../response/error-parts.ts'
import { passwordPageHeaders, previewPageHeaders, titlePageHeaders } from '../response/page-headers.ts'

/** A response in the form that node:http writes fastest: alternating names and values of headers, including the length of the body. */
export interface LinkAnswer {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

export interface AnswerSettings {
  /** The public URL of the service, without a path. */
  readonly baseUrl: string
  /** How long browsers may cache redirects that are the same for every visitor; 0 to disable. */
  readonly cacheSeconds: number
}

/** The response to a visitor. */
export function linkAnswer(
  resolution: Resolution,
  accept: string | null | undefined,
  settings: AnswerSettings,
): LinkAnswer {
  switch (resolution.kind) {
    case 'redirect':
      return redirectAnswer(resolution, settings)
    case 'unknown-slug':
      return errorAnswer(accept, 404, 'Target not found')
    case 'link-disabled':
      return errorAnswer(accept, 410, 'Link disabled')
    case 'invalid-target':
      return errorAnswer(accept, 400, 'Invalid redirect target')
    case 'closed':
      return closedAnswer(resolution, accept)
    case 'password':
      return passwordAnswer(resolution, accept)
    case 'preview':
      return previewAnswer(resolution, settings)
    case 'title':
      return answer(200, titlePageHeaders, titlePage(resolution.title))
    case 'overloaded': {
      const { status, headers, body } = errorAnswer(accept, 429, 'Too many requests')
      return { status, headers: [...headers, 'Retry-After', `${resolution.retryAfterSeconds}`], body }
    }
  }
}

/** The reason why the visitor did not get the link itself, for metrics; undefined if the visitor did, or there is none. */
export function refusalIn(resolution: Resolution): string | undefined {
  if (resolution.kind === 'link-disabled') return 'blocked'
  if (resolution.kind === 'closed') return resolution.reason.toLowerCase()
  return resolution.kind === 'password' && resolution.isWrong ? 'wrong_password' : undefined
}

function errorAnswer(accept: string | null | undefined, status: number, message: string): LinkAnswer {
  return { status, ...preparedError(accept, status, message) }
}

/** The headers of a redirect with a `Cache-Control`. */
export const redirectHeaders = (location: string, caching: string) => [
  'Location',
  location,
  'Cache-Control',
  caching,
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Content-Length',
  '0',
]

export const NOT_KEPT = 'private, no-store'

const redirectAnswer = ({ location, status, isLasting }: Redirect, { cacheSeconds }: AnswerSettings): LinkAnswer => ({
  status,
  headers: redirectHeaders(location, isLasting && cacheSeconds > 0 ? `private, max-age=${cacheSeconds}` : NOT_KEPT),
  body: '',
})

function closedAnswer({ reason, fallback }: Closed, accept: string | null | undefined): LinkAnswer {
  if (fallback !== null) return { status: 302, headers: redirectHeaders(fallback, NOT_KEPT), body: '' }
  return isHidden(reason) ? errorAnswer(accept, 404, 'Target not found') : errorAnswer(accept, 410, 'Link expired')
}

function passwordAnswer({ isWrong, title }: PasswordPage, accept: string | null | undefined): LinkAnswer {
  if (!acceptsHtml(accept)) return errorAnswer(accept, 403, isWrong ? 'Wrong password' : 'Password required')
  return answer(isWrong ? 403 : 200, passwordPageHeaders, passwordPage(title, isWrong))
}

function previewAnswer({ preview, link }: PreviewPage, { baseUrl }: AnswerSettings): LinkAnswer {
  return answer(200, previewPageHeaders, previewPage(preview, shortUrl(baseUrl, link)))
}

const answer = (status: number, headers: Readonly<Record<string, string>>, body: string): LinkAnswer => ({
  status,
  headers: [...Object.entries(headers).flat(), 'content-length', `${Buffer.byteLength(body)}`],
  body,
})
