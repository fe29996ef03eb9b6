import type { WebhookSender } from '@shortlink/core/ports'
import { openAddressGuard, publicAddressGuard } from './address-guard.ts'
import type { FetchLimits } from './guarded-fetch.ts'
import { dnsHosts, systemHosts } from './resolve-host.ts'

export { derivedSigner } from './derived-signer.ts'
export { type DispatcherOptions, type RunningDispatcher, webhookDispatcher } from './dispatcher.ts'
export { isPublicAddress } from './public-address.ts'
export { dnsHosts, type ResolveHost } from './resolve-host.ts'

/** For one attempt, from the name lookup to the response's last byte. */
const TIMEOUT_MS = 10_000

export interface OutgoingOptions {
  /** Allows webhooks to reach loopback and private addresses. */
  readonly allowPrivate: boolean
  /** Name servers as `host:port`; the system's name servers by default. */
  readonly dnsServers?: readonly string[] | undefined
  /** For one attempt; 10 seconds by default. */
  readonly timeoutMs?: number | undefined
}

/** For a client's metadata document. */
const DOCUMENT_LIMITS: FetchLimits = { timeoutMs: 5000, maxBytes: 5 * 1024 }
/** For the documents of an outside issuer: its keys may come with chains of certificates. */
const ISSUER_LIMITS: FetchLimits = { timeoutMs: 5000, maxBytes: 64 * 1024 }

/** Fetches a document with additional headers. */
type FetchDocument = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>

/** The sender of webhooks, the guard of their addresses, and fetches of small documents, which apply the same rule. */
export function outgoing({ allowPrivate, dnsServers, timeoutMs = TIMEOUT_MS }: OutgoingOptions) {
  const resolve = allowPrivate && dnsServers === undefined ? systemHosts : dnsHosts(dnsServers)
  const isAllowed = allowPrivate && { isAllowed: () => true }
  const documents = (limits: FetchLimits): FetchDocument => {
    const open = async () => {
      const [{ guardedConnect }, { guardedFetch }] = await Promise.all([
        import('./guarded-connect.ts'),
        import('./guarded-fetch.ts'),
      ])
      return guardedFetch(guardedConnect({ resolve, timeoutMs: limits.timeoutMs, ...isAllowed }), limits)
    }
    let fetching: ReturnType<typeof open> | undefined
    return async (...request) => {
      fetching ??= open()
      return (await fetching).fetch(...request)
    }
  }
  return {
    sender: openedOnFirstUse(async () => {
      const { guardedConnect } = await import('./guarded-connect.ts')
      const { undiciSender } = await import('./undici-sender.ts')
      const connect = guardedConnect({ resolve, timeoutMs, ...isAllowed })
      return undiciSender(connect, { timeoutMs })
    }),
    addressGuard: allowPrivate ? openAddressGuard : publicAddressGuard,
    fetchDocument: documents(DOCUMENT_LIMITS),
    fetchIssuer: documents(ISSUER_LIMITS),
  }
}

type ClosableSender = WebhookSender & { close(): Promise<void> }

/** Most servers have nothing to send when they start, and loading the HTTP client takes a tenth of a start. */
function openedOnFirstUse(open: () => Promise<ClosableSender>): ClosableSender {
  let opening: Promise<ClosableSender> | undefined
  return {
    async send(message, signal) {
      opening ??= open()
      return (await opening).send(message, signal)
    },
    close: async () => (await opening)?.close(),
  }
}
