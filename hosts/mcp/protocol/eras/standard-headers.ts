import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { CODES, type Refusal } from './codes.ts'

interface ModernRequest {
  readonly method: string
  readonly params?: { readonly [name: string]: unknown } | undefined
}

/** The entry of `_meta` by which a message names its revision. The relay starts faster without the library that exports it. */
const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = { 'tools/call': 'name', 'resources/read': 'uri' }

/**
 * Checks that a request of the modern era has the headers that proxies route by, and that `Mcp-Name` matches the body. The classifier has
 * compared the others by now.
 */
export function checkStandardHeaders(headers: Headers, request: ModernRequest): Refusal | undefined {
  if (headers.get('mcp-protocol-version') === null) return missing('MCP-Protocol-Version', 'the revision in _meta')
  if (headers.get('mcp-method') === null) return missing('Mcp-Method', `the method ${request.method}`)
  const name = nameOf(request)
  if (name === undefined) return undefined
  const header = headers.get('mcp-name')
  if (header === null) return missing('Mcp-Name', `the name ${name}`)
  return decodeHeader(header) === name ? undefined : mismatch(header, `The Mcp-Name header is not the name ${name}`)
}

/** The name that a request's `Mcp-Name` repeats, if it needs one. */
function nameOf({ method, params }: ModernRequest): string | undefined {
  const name = Object.hasOwn(NAMED_BY, method) ? params?.[NAMED_BY[method] as string] : undefined
  return typeof name === 'string' ? name : undefined
}

const missing = (header: string, repeats: string) =>
  mismatch('(missing)', `The ${header} header is missing; it must repeat ${repeats}`)

const mismatch = (header: string, body: string): Refusal => ({
  status: 400,
  code: CODES.headerMismatch,
  message: `Bad Request: ${body}`,
  data: { mismatch: { header, body } },
})

/** Header fields hold ASCII, so other texts come as `=?base64?…?=`. */
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

function decodeHeader(value: string): string | undefined {
  const base64 = ENCODED.exec(value)?.[1]
  if (base64 === undefined) return value
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes.toString() : undefined
}

const PLAIN = /^[!-~]([ -~]*[!-~])?$/

/** The form of a name in a header field. */
const encodeHeader = (name: string): string =>
  PLAIN.test(name) && !ENCODED.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`

/** The headers in which a message of the modern era repeats its own parts. */
export function modernHeaders(message: JSONRPCMessage): Record<string, string> {
  if (!('method' in message)) return {}
  const name = nameOf(message)
  return {
    'mcp-protocol-version': claimedRevision(message) ?? '',
    'mcp-method': message.method,
    ...(name !== undefined && { 'mcp-name': encodeHeader(name) }),
  }
}

/** The revision that a message names for itself; undefined for messages of sessions. */
export function claimedRevision(message: { readonly params?: unknown }): string | undefined {
  const { _meta } = (message.params ?? {}) as { readonly _meta?: Readonly<Record<string, unknown>> }
  const claimed = _meta?.[PROTOCOL_VERSION_KEY]
  return typeof claimed === 'string' ? claimed : undefined
}
