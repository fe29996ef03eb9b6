import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Why no connection was made: the address is none that events may be sent to. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC'
}

/** Opens no socket to an address of which `isAllowed` does not hold, and none before the name is resolved to allowed ones alone. */
export function guardedConnect({
  resolve,
  timeout,
  isAllowed = isPublicAddress,
}: {
  resolve: ResolveHost
  /** Milliseconds. */
  timeout: number
  isAllowed?: (address: string) => boolean
}): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, lookup: checkedLookup(resolve, isAllowed) })
  return (options, callback) => {
    // Sockets look no address up that is spelled out, so the lookup's check never sees these.
    const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) return callback(new AddressRefused(), null)
    connect(options, callback)
  }
}

/** Hands over the very addresses that were checked, so that a name has no second chance to mean another. */
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
