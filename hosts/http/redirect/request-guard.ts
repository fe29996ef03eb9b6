import type { IncomingMessage, Server } from 'node:http'
import { isAmbiguousPath } from '@shortlink/core/host'

/** The response to a request that no route receives. */
export interface Rejection {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const HOST = /^[\w.~:[\]%-]*$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)/is
/** Methods that some path accepts. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
const BAD_METHOD = { status: 405, message: 'Method not allowed', headers: { allow: 'GET, HEAD, POST' } }

/**
 * Checks the framing and target of a request before any route sees it. Rejects requests that a proxy and this server could read differently
 * (RFC 9112, 3.2 and 6.1). Node's parser has already rejected malformed requests; repeated headers must be joined by commas. Replaces an
 * absolute request target by its path and host.
 */
export function rejectionOf(request: IncomingMessage): Rejection | undefined {
  const { headers } = request
  if ((request.url as string).charCodeAt(0) !== SLASH && !applyAbsoluteTarget(request)) return BAD_TARGET
  if (!isPlain(request.url as string)) return AMBIGUOUS_PATH
  const { host } = headers
  if (host !== lastGoodHost && !isGoodHost(host, request.httpVersion)) return BAD_HOST
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return BAD_CODING
  return request.method === 'GET' || METHODS.has(request.method as string) ? undefined : BAD_METHOD
}

/** Most requests name the same host as the previous one, which then needs no check. */
let lastGoodHost = 'localhost'

function isGoodHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0'
  if (!HOST.test(host)) return false
  lastGoodHost = host
  return true
}

/** 1 for each code of a character that is unambiguous in a path. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z0-9_~-]/.test(String.fromCharCode(code))))

/** False for a target with an ambiguous path. The loop spares short links the regular expression. */
function isPlain(target: string): boolean {
  let at = 1
  // Check the bound first: an index of NaN, past the end, takes 50 times as long as the whole loop.
  while (at < target.length && PLAIN[target.charCodeAt(at)] === 1) at += 1
  if (at === target.length || target.charCodeAt(at) === QUESTION_MARK) return true
  const queryAt = target.indexOf('?', at)
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  return !isAmbiguousPath(path) || EXTERNAL_ID_PATH.test(path)
}

/** The path of a link in the API by its external id, which may be any text, such as a URL. Its escapes are data, since it is one segment. */
const EXTERNAL_ID_PATH =
  /^\/api\/v1\/links\/by-external-id\/(?!(?:\.|%2e){1,2}$)(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+$/i

/** Replaces an absolute target by its path, and the Host header by the target's host. False if the target is not absolute. */
function applyAbsoluteTarget(request: IncomingMessage): boolean {
  const [, host, rest = ''] = ABSOLUTE.exec(request.url as string) ?? []
  if (host === undefined) return false
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

const SLASH = 47
const QUESTION_MARK = 63
const BAD_TARGET = { status: 400, message: 'Bad request target' }
/** The rejection of a path that can be read in more than one way. */
export const AMBIGUOUS_PATH: Rejection = { ...BAD_TARGET }

/** The same as the problem (RFC 9457) that clients of the REST API expect. The table of problems is not loaded yet. */
export const ambiguousApiPath = (baseUrl: string): Rejection => ({
  status: 400,
  message: JSON.stringify({
    type: `${baseUrl}/docs#error-BAD_USER_INPUT`,
    title: 'The request is invalid',
    status: 400,
    code: 'BAD_USER_INPUT',
    detail: 'Bad request target: the path can be read in more than one way',
  }),
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
})
const BAD_HOST = { status: 400, message: 'Bad Host header' }
const BAD_CODING = { status: 400, message: 'Bad Transfer-Encoding' }

/** Responds to `CONNECT` with 405; without a listener Node closes the socket without a response. */
export function rejectTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
  })
}
