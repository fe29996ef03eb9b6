import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js'
import { isInitializeRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { type App, authenticate, type User } from '@shortlink/core'
import { type RateLimit, rateLimitHeaders, type Taken } from '../http/redirect/rate-limit.ts'
import { openEventStream } from './event-stream.ts'
import { exchange } from './exchange.ts'
import { toBody } from './json-body.ts'
import {
  CODES,
  countBulkCalls,
  countMessages,
  idOf,
  isInitialize,
  MAX_BATCH,
  NOT_JSON,
  readId,
  readJson,
  readMessages,
  refusal,
  TOO_LARGE,
} from './messages.ts'
import { createGate } from './request-guard.ts'
import { createMcpServer, type McpServerParts } from './server.ts'
import { createSessions, type Session } from './sessions.ts'
import { createStreams } from './streams.ts'
import { trustedHosts } from './trusted-hosts.ts'

export interface McpHandlerParts extends Pick<McpServerParts, 'shortUrl' | 'version' | 'onError'> {
  readonly app: App
  readonly ports: Parameters<typeof authenticate>[0]
  /** The public addresses that requests may come to: of short links, and of MCP. */
  readonly addresses: readonly string[]
  /** Sessions expire after so many milliseconds without a request. */
  readonly sessionTtl: number
  /**
   * By user, each message and each call of a bulk tool; by client address, requests that are refused for their host, origin or key.
   * Without them nothing is limited.
   */
  readonly limits?: { readonly requests: RateLimit; readonly bulk: RateLimit; readonly refusals?: RateLimit }
}

export interface McpHandler {
  /** @param clientIp without it, refused requests are not limited */
  (request: Request, clientIp?: string): Promise<Response>
  /** Ends every session and its open streams, so that a server can close. */
  close(): void
  /** How many sessions are open. */
  sessionCount(): number
}

type KeyHolder = User & { readonly via: { readonly kind: 'api-key' } }

interface Asked {
  readonly request: Request
  readonly user: KeyHolder
  /** What the limits that it counts against have said so far. */
  readonly taken: Taken[]
  /** The id that a refusal answers. */
  id: ReturnType<typeof idOf>
}

/** Requests of one user that are worked on, or whose large answers are being sent, at once; the others wait. */
const CONCURRENCY = { places: 2, waiting: 1000 }

/** An event stream a session's client listens on; more than one when it reconnects before the old connection is known dead. */
const STREAMS_PER_SESSION = 4

/**
 * The MCP endpoint (Streamable HTTP). Each request is checked by itself: where it comes from, whose key it carries, whether that
 * user has the session. A server and transport of its own answers it, so that no two requests can ever be mixed up.
 */
export function createMcpHandler(parts: McpHandlerParts): McpHandler {
  const { ports, limits } = parts
  const sessions = createSessions(ports.clock, { ttl: parts.sessionTtl })
  const isTrusted = trustedHosts(parts.addresses)
  const gate = createGate(CONCURRENCY)
  const streams = createStreams()

  /** Each key that is not valid costs a question to the database, so a client that was refused often is not asked for one any more. */
  async function handle(request: Request, clientIp?: string): Promise<Response> {
    if (limits?.refusals === undefined || clientIp === undefined) return admit(request)
    const refusals = limits.refusals.take(clientIp, 0)
    if (refusals.limit > 0 && refusals.remaining === 0) {
      const headers = rateLimitHeaders({ ...refusals, allowed: false })
      return refusal(429, TOO_MANY, { id: await readId(request), headers })
    }
    const response = await admit(request)
    if (response.status === 401 || response.status === 403) limits.refusals.take(clientIp)
    return response
  }

  async function admit(request: Request): Promise<Response> {
    const [host, origin] = [request.headers.get('host'), request.headers.get('origin')]
    if (!isTrusted({ host, origin })) {
      return refusal(403, 'Host or Origin is not one of this service; BASE_URL and MCP_URL say which are', {
        id: await readId(request),
      })
    }
    const user = await findKeyHolder(ports, request.headers)
    if (user === undefined) {
      return refusal(401, 'A valid API key is required, in x-api-key or as Authorization: Bearer', {
        headers: { 'www-authenticate': 'Bearer realm="shortlink"' },
        id: await readId(request),
      })
    }
    const asked: Asked = { request, user, taken: [], id: null }
    if (limits) asked.taken.push(limits.requests.take(user.userId))
    if (!isLimited(asked)) return withLimits(await serve(asked), asked)
    asked.id = await readId(request)
    return withLimits(tooMany(asked), asked)
  }

  function serve(asked: Asked): Response | Promise<Response> {
    const { method, headers } = asked.request
    const version = headers.get('mcp-protocol-version')
    if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      return readId(asked.request).then((id) =>
        refusal(400, `Unsupported protocol version; supported are ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`, { id }),
      )
    }
    if (method === 'POST') return post(asked)
    if (method === 'GET') return inSession(asked, listen)
    if (method === 'DELETE') return inSession(asked, end)
    return refusal(405, 'Method not allowed', { headers: { allow: 'GET, POST, DELETE' } })
  }

  /** Holds one of the user's places until the answer is made, or until it is sent if it is large. */
  async function post(asked: Asked): Promise<Response> {
    const leave = await gate.enter(asked.user.userId)
    if (leave === undefined) {
      return refusal(429, 'Too many requests of this account wait', { headers: { 'retry-after': '1' } })
    }
    let sending = false
    try {
      return await postInTurn(asked, () => {
        sending = true
        return leave
      })
    } finally {
      if (!sending) leave()
    }
  }

  async function postInTurn(asked: Asked, whileSending: () => () => void): Promise<Response> {
    if (!isJsonContentType(asked.request.headers.get('content-type'))) {
      return refusal(415, 'Unsupported Media Type: Content-Type must be application/json', {})
    }
    const body = await readJson(asked.request)
    if (body === TOO_LARGE) return refusal(413, 'The request body is larger than 1 MiB', {})
    if (body === NOT_JSON) return refusal(400, 'Parse error: the request body is not JSON', { code: CODES.parse })
    asked.id = idOf(body)
    if (countMessages(body) > MAX_BATCH) {
      return refusal(400, `A batch has at most ${MAX_BATCH} messages`, { code: CODES.invalidRequest })
    }
    if (limits && countMessages(body) > 1) {
      asked.taken.push(limits.requests.take(asked.user.userId, countMessages(body) - 1))
    }
    if (isLimited(asked)) return tooMany(asked)
    if (isInitialize(body)) return initialize(asked, body, whileSending)
    return inSession(asked, async (session) => {
      const bulk = countBulkCalls(body)
      if (limits && bulk > 0) asked.taken.push(limits.bulk.take(asked.user.userId, bulk))
      return isLimited(asked) ? tooMany(asked) : named(session, await answer(asked, body, whileSending))
    })
  }

  /** Opens a session under an id of our own making, whatever id came with the request. */
  async function initialize(asked: Asked, body: unknown, whileSending: () => () => void): Promise<Response> {
    if (!isInitializeRequest(body)) {
      return refusal(400, 'initialize takes protocolVersion, capabilities and clientInfo with name and version', {
        code: CODES.invalidParams,
        id: asked.id,
      })
    }
    const response = await answer(asked, body, whileSending)
    return response.ok ? named(sessions.open(asked.user.userId), response) : response
  }

  function inSession<T>({ request, user, id }: Asked, serve: (session: Session) => T): T | Response {
    const session = request.headers.get('mcp-session-id')
    if (session === null) return refusal(400, 'Mcp-Session-Id is missing; open a session with initialize', { id })
    const found = sessions.find(session, user.userId)
    return found
      ? serve(found)
      : refusal(404, 'Session not found; open one with initialize', { code: CODES.session, id })
  }

  function listen(session: Session): Response {
    const { stream, end } = openEventStream({
      alive: () => sessions.has(session),
      onEnd() {
        session.streams.delete(end)
        forget()
      },
    })
    const forget = streams.add(session.userId, end)
    session.streams.add(end)
    const [oldest] = session.streams
    if (session.streams.size > STREAMS_PER_SESSION) oldest?.()
    return named(
      session,
      new Response(stream, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-cache, no-transform',
          'x-accel-buffering': 'no',
          // Kept alive after its end, the connection would keep a server from closing.
          connection: 'close',
        },
      }),
    )
  }

  function end(session: Session): Response {
    sessions.end(session)
    return new Response(null)
  }

  async function answer({ user, id }: Asked, body: unknown, whileSending: () => () => void): Promise<Response> {
    const messages = readMessages(body)
    if (messages === undefined) {
      return refusal(400, 'Parse error: Invalid JSON-RPC message', { code: CODES.parse, id })
    }
    if (messages.length > 1 && messages.some(isInitializeRequest)) {
      return refusal(400, 'Invalid Request: Only one initialization request is allowed', { code: CODES.invalidRequest })
    }
    const server = createMcpServer({ ...parts, caller: async () => user })
    try {
      const answers = await exchange(server, messages)
      if (answers.length === 0) return new Response(null, { status: 202 })
      return new Response(toBody(answers, whileSending), { headers: { 'content-type': 'application/json' } })
    } finally {
      await server.close()
    }
  }

  return Object.assign(handle, { close: sessions.endAll, sessionCount: sessions.count })
}

/** The user whose API key the request carries; a session token of the other surfaces is no key. */
async function findKeyHolder(ports: McpHandlerParts['ports'], headers: Headers): Promise<KeyHolder | undefined> {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const caller = await authenticate(ports, { apiKey: headers.get('x-api-key') ?? bearer ?? '' })
  return caller.kind === 'user' && isKeyHolder(caller) ? caller : undefined
}

const isKeyHolder = (user: User): user is KeyHolder => user.via.kind === 'api-key'

function named(session: Session, response: Response): Response {
  response.headers.set('mcp-session-id', session.id)
  return response
}

const isLimited = ({ taken }: Asked) => taken.some(({ allowed }) => !allowed)

const TOO_MANY = 'Too many requests; try again when Retry-After says'
const tooMany = ({ id }: Asked) => refusal(429, TOO_MANY, { id })

/** Tells of the limit that is nearest to refusing. */
function withLimits(response: Response, { taken }: Asked): Response {
  const [nearest] = taken
    .filter(({ limit }) => limit > 0)
    .sort((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining)
  const headers = nearest ? rateLimitHeaders(nearest) : {}
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
