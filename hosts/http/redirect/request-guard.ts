import type { IncomingMessage, Server } from 'node:http'

/** A request that no route is to see: the status that it is answered with. */
export interface Rejection {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const HOST = /^[\w.~:[\]%-]*$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)/is
/** The methods that any path of ours knows. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
const METHOD_REFUSED = { status: 405, message: 'Method not allowed', headers: { allow: 'GET, HEAD, POST' } }

/**
 * Looks at how a request is framed and addressed, before anybody looks at what it asks for: where two readers could disagree, as a
 * proxy and we might, it is refused (RFC 9112, 3.2 and 6.1). Node's parser has refused what it cannot read; repeated headers must come
 * joined by commas. An absolute request target is made the path and host that it means.
 */
export function rejectionOf(request: IncomingMessage): Rejection | undefined {
  const { headers } = request
  if ((request.url as string).charCodeAt(0) !== SLASH && !takeAbsoluteTarget(request)) return BAD_TARGET
  if (!isPlain(request.url as string)) return BAD_TARGET
  const { host } = headers
  if (host !== lastGoodHost && !takeHost(host, request.httpVersion)) return BAD_HOST
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return BAD_CODING
  return request.method === 'GET' || METHODS.has(request.method as string) ? undefined : METHOD_REFUSED
}

/** Most requests name the same host as the one before. */
let lastGoodHost = 'localhost'

function takeHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0'
  if (!HOST.test(host)) return false
  lastGoodHost = host
  return true
}

/** 1 for each code of a character that needs no second look in a path. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z0-9_~-]/.test(String.fromCharCode(code))))

/**
 * What proxies and servers read differently in a path: a backslash, a control character, an empty segment, or one of dots alone, as it is
 * or percent-encoded any number of times; and a fragment, which no request has.
 */
const AMBIGUOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\\\x00-\x1f\x7f#]|%(?:25)*(?:5c|[01][0-9a-f]|7f)|(?:\/|%(?:25)*2f)(?:\.|%(?:25)*2e){0,2}(?:\/|%(?:25)*2f)|(?:\/|%(?:25)*2f)(?:\.|%(?:25)*2e){1,2}$/i

/** False for a target whose path two readers could read differently. The loop spares the path of a short link the expression. */
function isPlain(target: string): boolean {
  let at = 1
  // The bound comes first: an index of NaN, which is past the end, takes 50 times as long as the whole loop.
  while (at < target.length && PLAIN[target.charCodeAt(at)] === 1) at += 1
  if (at === target.length || target.charCodeAt(at) === QUESTION_MARK) return true
  const queryAt = target.indexOf('?', at)
  return !AMBIGUOUS.test(queryAt < 0 ? target : target.slice(0, queryAt))
}

/** Makes the target the path that it means, on the host that it names: the Host header does not count then. False if it has no path. */
function takeAbsoluteTarget(request: IncomingMessage): boolean {
  const [, host, rest = ''] = ABSOLUTE.exec(request.url as string) ?? []
  if (host === undefined) return false
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

const SLASH = 47
const QUESTION_MARK = 63
const BAD_TARGET = { status: 400, message: 'Bad request target' }
const BAD_HOST = { status: 400, message: 'Bad Host header' }
const BAD_CODING = { status: 400, message: 'Bad Transfer-Encoding' }

/** Answers `CONNECT`, which Node hands over as a bare socket, and otherwise would cut without a word. */
export function rejectTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    )
  })
}
