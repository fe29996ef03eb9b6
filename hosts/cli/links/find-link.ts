import { type DomainId, getLink, type Link, type LinkOutline, listDomains } from '@shortlink/core'
import { findAnyLink } from '@shortlink/core/host'
import { CommandFailed } from '../failure.ts'
import type { Given } from '../parameters.ts'
import type { AnyHost, RemoteHost } from '../table/row.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Finds a link by its slug, one of its aliases, or its id: of any owner in a database, of the account on a server. */
export const findLink = async (host: AnyHost, { slug, host: hostname }: Given): Promise<Link | LinkOutline> =>
  host.remote
    ? findOnServer(host, { slug, host: hostname })
    : host.settle(findAnyLink(host.ports, { slug, host: hostname }))

async function findOnServer({ remote, run }: RemoteHost, { slug, host }: Given): Promise<Link> {
  const hostname = isOwnHost(remote, host) ? undefined : host
  return run(getLink, { slug, hostname }).catch((error: unknown) => {
    const isMissing = error instanceof CommandFailed && error.code === 'NOT_FOUND'
    if (isMissing && ID.test(slug)) return run(getLink, { id: slug })
    throw error
  })
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
