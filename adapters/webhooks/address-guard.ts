import { isIP } from 'node:net'
import type { AddressGuard } from '@shortlink/core/ports'
import { isPublicAddress } from './public-address.ts'

const OBJECTION = 'url must resolve to a public address'

/** Names that are never public hosts (RFC 6761, RFC 6762, RFC 8375, and names that private networks use), with all names below them. */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain6?|local|internal|intranet|private|corp|home|lan|svc|consul|docker|home\.arpa|in-addr\.arpa|ip6\.arpa|test|invalid|onion)$/

/** Public names that resolve to private addresses on purpose, and metadata hosts of clouds. */
const RESOLVES_PRIVATE =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|traefik\.me|metadata\.goog|metadata\.tencentyun\.com)$/

/**
 * Rejects URLs of private hosts by their text: literal IP addresses and private names. It resolves no name, since the result would reveal
 * the server's DNS to an owner; every connection checks the resolved addresses.
 */
export const publicAddressGuard: AddressGuard = {
  async objection(url) {
    const hostname = hostnameOf(url)
    if (isIP(hostname) !== 0) return isPublicAddress(hostname) ? undefined : OBJECTION
    return !hostname.includes('.') || PRIVATE_NAME.test(hostname) || RESOLVES_PRIVATE.test(hostname)
      ? OBJECTION
      : undefined
  },
}

/** Accepts every address: for development, and for operators with endpoints in a private network. */
export const openAddressGuard: AddressGuard = { objection: async () => undefined }

/** The host as the URL standard normalises it, with one spelling for each IPv4 address, no brackets and no final dot. */
const hostnameOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
