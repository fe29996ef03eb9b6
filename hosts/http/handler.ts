import type { ServedHost } from '@shortlink/core'

/** What a handler is given beside the request: what a `Request` of the Fetch API cannot carry. */
export interface RequestContext {
  /** The client's address, as trusted proxies report it. */
  readonly clientIp: string
  /** What the host that the request was sent to means. */
  readonly host: ServedHost
  /** The path's parameters by name, percent-encoded as they were sent. */
  readonly params: Readonly<Record<string, string>>
  /** Registers a callback for the end of the response or of its connection; absent where the server reports neither. */
  readonly onEnd?: (listener: () => void) => void
}

/** The shape of every route but the redirect. */
export type Handler = (request: Request, context: RequestContext) => Response | Promise<Response>
