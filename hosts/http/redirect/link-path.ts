import { isReserved } from '@shortlink/core'
import { slugBeforePunctuation, slugInPath } from './slug-in-path.ts'

/** A slug, and the rest of the path without the slash between them, as sent. */
export interface LinkPath {
  readonly slug: string
  readonly rest: string
}

/** Matches the paths of a link's QR code, which are not forwarded. */
const QR_CODE = /^qr(?:\.[^/]*)?\/?$/

/** Reads the slug at the start of a path and ignores punctuation after it. Undefined for paths of the service itself. */
export function linkPathOf(path: string): LinkPath | undefined {
  const slug = slugInPath(path) ?? slugBeforePunctuation(path)
  if (slug !== undefined) return isReserved(slug) ? undefined : { slug, rest: '' }
  const at = path.indexOf('/', 1)
  const first = at < 0 ? undefined : slugInPath(path.slice(0, at))
  const rest = path.slice(at + 1)
  return first === undefined || isReserved(first) || QR_CODE.test(rest) ? undefined : { slug: first, rest }
}

/** A slug with extra slashes, as from joining `https://sho.rt/` and `/slug`. */
const EXTRA_SLASHES = /^\/+([\w-]+)\/*$/

/** The request target with a single slash before the slug; undefined for other paths and paths of the service. */
export function withoutExtraSlashes(target: string): string | undefined {
  const [path = ''] = target.split('?', 1)
  const [, slug] = EXTRA_SLASHES.exec(path) ?? []
  return slug === undefined || isReserved(slug) ? undefined : `/${slug}${target.slice(path.length)}`
}
