import { isReserved } from '@shortlink/core'
import { slugInPath } from './slug-in-path.ts'

/** A slug, and what follows it in the path without the slash between them, as it was sent. */
export interface LinkPath {
  readonly slug: string
  readonly rest: string
}

/** The QR code of a link has the path of its own that these are. */
const QR_CODE = /^qr(?:\.[^/]*)?\/?$/

/** The slug that a path begins with; undefined where the service has a path of its own. */
export function linkPathOf(path: string): LinkPath | undefined {
  const slug = slugInPath(path)
  if (slug !== undefined) return isReserved(slug) ? undefined : { slug, rest: '' }
  const at = path.indexOf('/', 1)
  const first = at < 0 ? undefined : slugInPath(path.slice(0, at))
  const rest = path.slice(at + 1)
  return first === undefined || isReserved(first) || QR_CODE.test(rest) ? undefined : { slug: first, rest }
}
