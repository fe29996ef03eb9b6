import type { ServedHost } from '@shortlink/core/ports'

/** Request data for handlers that a `Request` of the Fetch API cannot carry. */
export interface RequestContext {
  /** The client's IP address, as reported by trusted proxies. */
  readonly clientIp: string
  /** Classification of the request's host. */
  readonly host: ServedHost
  /** The path's parameters by name, percent-encoded as they were sent. */
  readonly params: Readonly<Record<string, string>>
  /** Registers a callback for the end of the response or of its connection; absent where the server reports neither. */
  readonly onEnd?: (listener: () => void) => void
}

/** The shape of every route but the redirect. */
export type Handler = (request: Request, context: RequestContext) => Response | Promise<Response>
