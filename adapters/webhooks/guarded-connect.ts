import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** The reason for the missing connection: events may not be sent to the IP address. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC'
}

/** Connects only to addresses that `isAllowed` accepts, and only when it accepts all addresses of the name. */
export function guardedConnect({
  resolve,
  timeoutMs,
  isAllowed = isPublicAddress,
}: {
  resolve: ResolveHost
  timeoutMs: number
  isAllowed?: (address: string) => boolean
}): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: checkedLookup(resolve, isAllowed) })
  return (options, callback) => {
    // A literal address is not looked up, so the check in the lookup never sees it.
    const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) return callback(new AddressRefused(), null)
    connect(options, callback)
  }
}

/** Passes on the checked IP addresses, so that a second lookup of the name cannot return others. */
const checkedLookup =
  (resolve: ResolveHost, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (!addresses.every(({ address }) => isAllowed(address))) return callback(new AddressRefused(), [])
        const [first] = addresses
        if (all || first === undefined) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
