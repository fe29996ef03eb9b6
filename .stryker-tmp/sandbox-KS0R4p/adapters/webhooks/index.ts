import { openAddressGuard, publicAddressGuard } from './address-guard.ts'
import { guardedConnect } from './guarded-connect.ts'
import { dnsHosts, systemHosts } from './resolve-host.ts'
import { undiciSender } from './undici-sender.ts'

export { derivedSigner } from './derived-signer.ts'
export { type DispatcherOptions, type RunningDispatcher, webhookDispatcher } from './dispatcher.ts'
export { isPublicAddress } from './public-address.ts'
export { dnsHosts, type ResolveHost } from './resolve-host.ts'

/** Milliseconds for one try, from the name to the answer's last byte. */
const TIMEOUT = 10_000

export interface OutgoingOptions {
  /** Lets webhooks reach loopback and private addresses. */
  readonly allowPrivate: boolean
  /** Name servers as `host:port`; those of the system by default. */
  readonly dnsServers?: readonly string[] | undefined
  /** Milliseconds. */
  readonly timeout?: number | undefined
}

/** The sender and the guard of its addresses, which judge by the same rule. */
export function outgoing({ allowPrivate, dnsServers, timeout = TIMEOUT }: OutgoingOptions) {
  const resolve = allowPrivate && dnsServers === undefined ? systemHosts : dnsHosts(dnsServers)
  const connect = guardedConnect({ resolve, timeout, ...(allowPrivate && { isAllowed: () => true }) })
  return {
    sender: undiciSender(connect, { timeout }),
    addressGuard: allowPrivate ? openAddressGuard : publicAddressGuard(resolve),
  }
}
