import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import { CODES, type Refusal } from './codes.ts'
import { checkStandardHeaders } from './standard-headers.ts'

/** The eras of the protocol: clients up to 2025-11-25 open sessions; in the modern era every request stands alone. */
export type Era = 'session' | 'modern'

/** The revisions of the modern era. */
export const MODERN_REVISIONS: readonly string[] = ['2026-07-28']

/** Whether a revision, such as that of an `MCP-Protocol-Version` header, belongs to the modern era. */
export const isModernRevision = (revision: string | null | undefined): boolean =>
  revision != null && MODERN_REVISIONS.includes(revision)

export type Classified =
  | { readonly era: 'session' }
  /** Without a request for a notification, which has no response. */
  | { readonly era: 'modern'; readonly request: JSONRPCRequest | undefined }
  | { readonly era: 'modern'; readonly refusal: Refusal }

const SESSION = { era: 'session' } as const

/** Rejections by the classifier that sessions word themselves: bodies that are not JSON-RPC, and `initialize`, which ignores headers. */
const WORDED_BY_SESSIONS = new Set(['empty-batch', 'batch-with-invalid-element', 'invalid-json-rpc-body'])
const INITIALIZE = 'initialize-with-modern-header'

/** Decides by which era a parsed body is served. Without headers, as over stdio, only the body counts. */
export function classify(body: unknown, headers?: Headers): Classified {
  const found = classifyInboundRequest({
    httpMethod: 'POST',
    ...standardHeaders(headers),
    body,
  })
  if (found.kind === 'legacy') return SESSION
  if (found.kind === 'reject') {
    if (WORDED_BY_SESSIONS.has(found.cell) || found.cell === INITIALIZE) return SESSION
    const { httpStatus: status, code, message, data } = found
    return { era: 'modern', refusal: { status, code, message, data } }
  }
  const { revision } = found.classification
  if (!isModernRevision(revision)) {
    return { era: 'modern', refusal: unsupported(revision ?? 'unknown') }
  }
  if (found.messageKind === 'notification') return { era: 'modern', request: undefined }
  const refusal = headers && checkStandardHeaders(headers, found.message)
  return refusal ? { era: 'modern', refusal } : { era: 'modern', request: found.message as JSONRPCRequest }
}

const standardHeaders = (headers: Headers | undefined) => ({
  ...optional('protocolVersionHeader', headers?.get('mcp-protocol-version')),
  ...optional('mcpMethodHeader', headers?.get('mcp-method')),
})

const optional = <Name extends string>(name: Name, value: string | null | undefined): { [K in Name]?: string } =>
  (value == null ? {} : { [name]: value }) as { [K in Name]?: string }

const unsupported = (requested: string): Refusal => ({
  status: 400,
  code: CODES.unsupportedRevision,
  message: `Unsupported protocol version ${requested}; use ${MODERN_REVISIONS.join(', ')}, or open a session with initialize`,
  data: { supported: MODERN_REVISIONS, requested },
})
