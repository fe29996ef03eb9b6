import type { WebhookId } from '../../kernel/ids.ts'

/** A signed message, ready to be posted. */
export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An HTTP response, or the reason why there was none. */
export type SendResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first 1 KiB, as text without NUL characters or lone surrogates. */
      readonly body: string
      /** The `Retry-After` header. */
      readonly retryAfter: string | null
    }
  | { readonly kind: 'failed'; readonly reason: string }

/** Posts messages to untrusted endpoints: with limits on time and size, without redirects, to public addresses only. */
export interface WebhookSender {
  /** Never rejects: errors resolve to `failed`. Aborting ends the attempt at once. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SendResult>
}

/** Rejects URLs of private networks, so that webhooks cannot reach internal services (SSRF). */
export interface AddressGuard {
  /** The reason for rejecting the http(s) URL by its text; `undefined` if it is accepted. The sender checks the resolved IP addresses. */
  objection(url: string): Promise<string | undefined>
}

export interface SigningKey {
  readonly webhook: WebhookId
  readonly version: number
}

/** The signing secrets, one per webhook and version. */
export interface WebhookSigner {
  /** `whsec_` and base64, the form for endpoints. */
  secret(key: SigningKey): string
  /** HMAC-SHA256 of the content with the secret, in base64. */
  sign(key: SigningKey, content: string): string
  /** The same with the secret under the previous pepper, while the operator has set one. */
  signPrevious?(key: SigningKey, content: string): string
}
