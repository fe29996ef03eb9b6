import { isIP } from 'node:net'
import type { AddressGuard } from '@shortlink/core'
import { isPublicAddress } from './public-address.ts'

const OBJECTION = 'url must lead to a public address'

/** Names that never mean a public host (RFC 6761, RFC 6762, RFC 8375, and what networks use inside), with all names below them. */
const INSIDE =
  /(^|\.)(localhost|localdomain6?|local|internal|intranet|private|corp|home|lan|svc|consul|docker|home\.arpa|in-addr\.arpa|ip6\.arpa|test|invalid|onion)$/

/** Public names that were made to resolve to inside addresses, and hosts of clouds' own. */
const LEADS_INSIDE =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|traefik\.me|metadata\.goog|metadata\.tencentyun\.com)$/

/**
 * Refuses URLs whose text leads inside: literal addresses and names of networks' own. No name is resolved: the answer would show an owner
 * what the server's own name servers say. The resolved addresses are judged at every connection.
 */
export const publicAddressGuard: AddressGuard = {
  async objection(url) {
    const hostname = hostnameOf(url)
    if (isIP(hostname) !== 0) return isPublicAddress(hostname) ? undefined : OBJECTION
    return !hostname.includes('.') || INSIDE.test(hostname) || LEADS_INSIDE.test(hostname) ? OBJECTION : undefined
  },
}

/** Has nothing against any address: for development, and for operators whose receivers are inside. */
export const openAddressGuard: AddressGuard = { objection: async () => undefined }

/** The host as the URL standard reads it, which makes one spelling of every IPv4 address; without brackets and the root's dot. */
const hostnameOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
