import { isIP } from 'node:net'
import type { AddressGuard } from '@shortlink/core'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

const OBJECTION = 'url must lead to a public address'

/** Names that never mean a public host (RFC 6761, RFC 6762, RFC 8375, and what networks use inside), with all names below them. */
const INSIDE =
  /(^|\.)(localhost|localdomain6?|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa|test|invalid|onion)$/

/** Public names made to mean inside addresses, and clouds' own hosts. What they resolve to tells, but not while DNS is silent. */
const LEADS_INSIDE =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|traefik\.me|metadata\.goog|metadata\.tencentyun\.com)$/

/**
 * Refuses what is known to lead inside: addresses, names of networks' own, and names with any such address. A name that
 * cannot be resolved now passes, since what is connected to is judged again at every connection.
 */
export const publicAddressGuard = (resolve: ResolveHost): AddressGuard => ({
  async objection(url) {
    const hostname = hostnameOf(url)
    if (isIP(hostname) !== 0) return isPublicAddress(hostname) ? undefined : OBJECTION
    if (!hostname.includes('.') || INSIDE.test(hostname) || LEADS_INSIDE.test(hostname)) return OBJECTION
    const addresses = await resolve(hostname).catch(() => [])
    return addresses.every(({ address }) => isPublicAddress(address)) ? undefined : OBJECTION
  },
})

/** Has nothing against any address: for development, and for operators whose receivers are inside. */
export const openAddressGuard: AddressGuard = { objection: async () => undefined }

/** The host as the URL standard reads it, which makes one spelling of every IPv4 address; without brackets and the root's dot. */
const hostnameOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
