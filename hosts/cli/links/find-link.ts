import { type DomainId, getLink, type Link, type LinkOutline, listDomains, listLinks } from '@shortlink/core'
import { findAnyLink } from '@shortlink/core/host'
import { CommandFailed } from '../failure.ts'
import type { Given } from '../parameters.ts'
import type { AnyHost, RemoteHost } from '../table/row.ts'

/** Page size and maximum number of links for a lookup of a slug. */
const PAGE = 100
const MAX_LOOKED_THROUGH = 1000
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Finds a link by its slug, one of its aliases, or its id: of any owner in a database, of the account on a server. */
export const findLink = async (host: AnyHost, { slug, host: hostname }: Given): Promise<Link | LinkOutline> =>
  host.remote
    ? findOnServer(host, { slug, host: hostname })
    : host.settle(findAnyLink(host.ports, { slug, host: hostname }))

async function findOnServer({ remote, run }: RemoteHost, { slug, host }: Given): Promise<Link | LinkOutline> {
  const hostname = isOwnHost(remote, host) ? '' : host.toLowerCase()
  // Use `skip`, since servers of the previous version have no `after`.
  for (let skip = 0; skip < MAX_LOOKED_THROUGH; skip += PAGE) {
    const { items } = await run(listLinks, { search: slug, skip, take: PAGE, archived: null })
    const found = items.find((link) => link.hostname === hostname && [link.slug, ...link.aliases].includes(slug))
    if (found) return found
    if (items.length < PAGE) break
  }
  const byId = ID.test(slug) ? await run(getLink, { id: slug }) : null
  if (byId) return byId
  throw new CommandFailed('Shortlink not found', { code: 'NOT_FOUND' })
}

/** Whether the hostname selects links without a custom domain; it may also name a server's own host. */
const isOwnHost = (remote: AnyHost['remote'], hostname: string | undefined) =>
  hostname === undefined || (remote !== undefined && hostname.toLowerCase() === new URL(remote.url).hostname)

/** Returns the id of the account's verified domain with that name; undefined for the service's own host. */
export async function domainIdAt(
  { remote, run }: AnyHost,
  hostname: string | undefined,
): Promise<DomainId | undefined> {
  if (hostname === undefined || isOwnHost(remote, hostname)) return undefined
  const domains = await run(listDomains, {})
  const found = domains.find((domain) => domain.hostname === hostname.toLowerCase())
  if (!found?.verified)
    throw new CommandFailed(`${hostname} is not a verified domain of the account`, { code: 'NOT_FOUND' })
  return found.id
}
