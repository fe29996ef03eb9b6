import type { ServedHost } from '@shortlink/core'

/** A request as routes see it, whatever server it came through. */
export interface HttpRequest {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly clientIp: string
  /** What the host that it was sent to means. */
  readonly host: ServedHost
  header(name: string): string | null
  /** The body as UTF-8 text. Rejects with {@link BodyTooLarge} past the server's limit. */
  body(): Promise<string>
  /** Calls back once, when the answer was sent or its connection has ended; left out by servers that cannot tell. */
  onEnd?(listener: () => void): void
}

/** An answer as routes give it. */
export interface HttpReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | null
}

/** A request body over {@link MAX_BODY}. */
export class BodyTooLarge extends Error {}

/** Request bodies end here, in bytes. */
export const MAX_BODY = 1 << 20

export const text = (status: number, body: string): HttpReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const json = (status: number, body: unknown): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})
