import { createHash } from 'node:crypto'
import { BIO_THEMES, type BioTheme } from '@shortlink/core'
import { docsStylesheet, formStylesheet, infoStylesheet, stylesheets } from '../pages/stylesheet.ts'

type Headers = Readonly<Record<string, string>>

/** A style sheet as a source of `style-src`. */
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** Headers of every page: no script, no frame, no sniffing, and only its own style. */
const pageHeaders = (css: string, forms = " form-action 'none';"): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(css)}; img-src 'self'; base-uri 'none';${forms} frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Headers of bio pages by their theme. Created once, when the server starts. */
export const bioPageHeaders = Object.fromEntries(
  BIO_THEMES.map((theme): [BioTheme, Headers] => [
    theme,
    { ...pageHeaders(stylesheets[theme]), 'cache-control': 'no-cache' },
  ]),
) as Record<BioTheme, Headers>

/** The styles of bio pages as sources of `style-src`, for the preview of the dashboard. */
export const BIO_STYLES = BIO_THEMES.map((theme) => hashOf(stylesheets[theme])).join(' ')

export const errorPageHeaders: Headers = pageHeaders(stylesheets.auto)

export const passwordPageHeaders: Headers = {
  // Without a `form-action` policy: browsers also apply it to the redirect after the form.
  ...pageHeaders(formStylesheet, ''),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept',
}

export const reportPageHeaders: Headers = {
  ...pageHeaders(formStylesheet, " form-action 'self';"),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept',
}

export const previewPageHeaders: Headers = {
  ...pageHeaders(stylesheets.auto),
  'cache-control': 'private, max-age=300',
}

export const titlePageHeaders: Headers = { ...pageHeaders(stylesheets.auto), 'cache-control': 'no-store' }

export const infoPageHeaders: Headers = { ...pageHeaders(infoStylesheet), 'cache-control': 'no-cache' }

export const docsPageHeaders: Headers = { ...pageHeaders(docsStylesheet), 'cache-control': 'no-cache' }
