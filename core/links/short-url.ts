import { withoutTrailing } from '../kernel/web-url.ts'
import type { Link } from './link.ts'

/** The public URL of a link: under `baseUrl` on the service's own host, otherwise on the link's custom domain. */
export const shortUrl = (baseUrl: string, { hostname, slug }: Pick<Link, 'hostname' | 'slug'>) =>
  `${hostname === '' ? withoutTrailing('/', baseUrl) : `https://${hostname}`}/${slug}`
