import { isWebUrl } from '../kernel/web-url.ts'
import type { Link } from './link.ts'
import type { ServedLink } from './served-links.port.ts'

/** Does once per link what the redirect would else do for every visitor. */
export const toServedLink = ({ id, hostname, slug, target, enableTracking }: Link): ServedLink => ({
  id,
  hostname,
  slug,
  target,
  enableTracking,
  location: isWebUrl(target) ? toLocation(target) : null,
  rules: null,
})

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/

/** The address as its owner wrote it; a header carries only ASCII, so the rest is encoded as a browser would. */
const toLocation = (target: string) => (PRINTABLE_ASCII.test(target) ? target : new URL(target).href)
