import type { UserId } from '../../kernel/ids.ts'
import { targetHost } from '../../kernel/target-hosts.ts'
import { isStorable } from '../../kernel/text.ts'
import { namespaceOf } from '../../links/link.ts'
import { findWritten } from '../../links/loose-slugs.ts'
import { shortUrl } from '../../links/short-url.ts'
import type { Ports } from '../../ports.ts'
import type { Report } from './report.ts'

type FindPorts = Pick<Ports, 'store' | 'servedHosts' | 'policy'>

/** The link, bio page or custom domain that a visitor reports. */
export interface Reported extends Pick<Report, 'subject' | 'owner' | 'host'> {
  readonly isLink: boolean
  /** Its public URL. */
  readonly url: string
}

const BIO_PAGE = /^\/bio\/([^/]+)\/?$/
/** The slug at the start of a path, without the `+` or punctuation that some programs append. */
const SLUG = /^\/+([\w-]+)/

/** Finds what a visitor sees at a URL of this service; undefined for any other URL. */
export async function findReported(ports: FindPorts, typed: string): Promise<Reported | undefined> {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  const path = url && decoded(url.pathname)
  if (!url || !path || !isStorable(path)) return undefined
  const served = await ports.servedHosts.find(url.host)
  if (served === 'foreign') return undefined
  const domain = typeof served === 'object' ? served : undefined
  const page = BIO_PAGE.exec(path)?.[1]
  if (page !== undefined) return findPage(ports, page, domain?.owner)
  const [hostname, owner] = [domain?.hostname ?? '', domain?.owner ?? null]
  const slug = SLUG.exec(path)?.[1]
  const link = slug === undefined ? undefined : await findLink(ports, namespaceOf({ hostname, owner }), slug)
  if (link !== undefined) return link
  return domain && { isLink: false, subject: domain.id, owner: domain.owner, host: null, url: `https://${hostname}/` }
}

async function findLink({ store, policy }: FindPorts, namespace: string, slug: string): Promise<Reported | undefined> {
  const link = await findWritten(policy.slugs, slug, (slug) => store.links.findBySlug(namespace, slug))
  if (link === undefined) return undefined
  const [host, url] = [targetHost(link.target), shortUrl(policy.baseUrl, link)]
  return { isLink: true, subject: link.id, owner: link.owner, host, url }
}

async function findPage(
  { store, policy }: FindPorts,
  slug: string,
  owner: UserId | undefined,
): Promise<Reported | undefined> {
  const page = await store.bioPages.findBySlug(slug)
  if (page === undefined || (owner !== undefined && page.owner !== owner)) return undefined
  const url = shortUrl(policy.baseUrl, { hostname: '', slug: `bio/${page.slug}` })
  return { isLink: false, subject: page.id, owner: page.owner, host: null, url }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
