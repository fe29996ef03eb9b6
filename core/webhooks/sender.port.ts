import type { WebhookId } from '../kernel/ids.ts'

/** A signed message, ready to be posted. */
export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first 1 KiB, storable as text. */
      readonly body: string
      readonly retryAfter: string | null
    }
  | { readonly kind: 'failed'; readonly reason: string }

/** Posts messages to receivers that are trusted with nothing: bounded in time and size, no redirects, public addresses only. */
export interface WebhookSender {
  /** Never rejects: what goes wrong on the way is a `failed` answer. Aborting ends the try at once. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer>
}

/** Refuses URLs that lead inside, to which no event may be sent. */
export interface AddressGuard {
  /** Returns why the http(s) URL is refused by its text; `undefined` if it is not. Sending judges the resolved addresses. */
  objection(url: string): Promise<string | undefined>
}

export interface SigningKey {
  readonly webhook: WebhookId
  readonly version: number
}

/** The secrets that receivers verify with, one per webhook and version. */
export interface WebhookSigner {
  /** `whsec_` and base64, as receivers are given it. */
  secret(key: SigningKey): string
  /** HMAC-SHA256 of the content under the secret, in base64. */
  sign(key: SigningKey, content: string): string
}
