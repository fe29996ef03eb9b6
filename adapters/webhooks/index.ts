import type { WebhookSender } from '@shortlink/core'
import { openAddressGuard, publicAddressGuard } from './address-guard.ts'
import { dnsHosts, systemHosts } from './resolve-host.ts'

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
  return {
    sender: onceNeeded(async () => {
      const { guardedConnect } = await import('./guarded-connect.ts')
      const { undiciSender } = await import('./undici-sender.ts')
      const connect = guardedConnect({ resolve, timeout, ...(allowPrivate && { isAllowed: () => true }) })
      return undiciSender(connect, { timeout })
    }),
    addressGuard: allowPrivate ? openAddressGuard : publicAddressGuard,
  }
}

type ClosableSender = WebhookSender & { close(): Promise<void> }

/** Most servers start without anything to send, and to load the HTTP client takes a tenth of a start. */
function onceNeeded(open: () => Promise<ClosableSender>): ClosableSender {
  let opening: Promise<ClosableSender> | undefined
  return {
    async send(message, signal) {
      opening ??= open()
      return (await opening).send(message, signal)
    },
    close: async () => (await opening)?.close(),
  }
}
