import { createHash } from 'node:crypto'
import { BIO_THEMES, type BioPage, type BioTheme, pictureOrigin } from '@shortlink/core'
import { bioStylesheet, docsStylesheet, formStylesheet, infoStylesheet, stylesheets } from '../pages/stylesheet.ts'

type Headers = Readonly<Record<string, string>>

/** A style sheet as a source of `style-src`. */
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** Headers of every page: no script, no frame, no sniffing, only its own style, and pictures of the service and of one other origin. */
const pageHeaders = (css: string, forms = " form-action 'none';", pictures = ''): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(css)}; img-src 'self'${pictures}; base-uri 'none';${forms} frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Headers of bio pages without own colors and picture, by their theme. Created once, when the server starts. */
const themedHeaders = Object.fromEntries(
  BIO_THEMES.map((theme): [BioTheme, Headers] => [
    theme,
    { ...pageHeaders(stylesheets[theme]), 'cache-control': 'no-cache' },
  ]),
) as Record<BioTheme, Headers>

/** The headers of a bio page. Its policy names the origin of its picture, and no other one. */
export function bioPageHeaders({ theme, colors, pictureUrl }: BioLook): Headers {
  const origin = pictureUrl === null ? undefined : pictureOrigin(pictureUrl)
  if (colors === null && origin === undefined) return themedHeaders[theme]
  const pictures = origin === undefined ? '' : ` ${origin}`
  return { ...pageHeaders(bioStylesheet(theme, colors), undefined, pictures), 'cache-control': 'no-cache' }
}

type BioLook = Pick<BioPage, 'theme' | 'colors' | 'pictureUrl'>

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
