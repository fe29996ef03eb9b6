import { withoutTrailing } from '../kernel/web-url.ts'
import type { Link } from './link.ts'

/** The public address of a link: below `baseUrl` for the service's own host, else on the link's custom domain. */
export const shortUrl = (baseUrl: string, { hostname, slug }: Pick<Link, 'hostname' | 'slug'>) =>
  `${hostname === '' ? withoutTrailing('/', baseUrl) : `https://${hostname}`}/${slug}`
