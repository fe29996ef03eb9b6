import { findTool } from './tools.ts'

/** Bytes that a request's body may have. */
const MAX_BODY = 1 << 20

export const TOO_LARGE = Symbol('body too large')
export const NOT_JSON = Symbol('not JSON')

/** The JSON in a request's body, or why there is none. */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > MAX_BODY) return TOO_LARGE
  try {
    const text = await request.text()
    return Buffer.byteLength(text) > MAX_BODY ? TOO_LARGE : JSON.parse(text)
  } catch (error) {
    // The server under us stops reading at its own limit, with an error of that status.
    return (error as { status?: number }).status === 413 ? TOO_LARGE : NOT_JSON
  }
}

/** Codes of JSON-RPC, and those that MCP servers use by custom. */
export const CODES = { parse: -32700, invalidRequest: -32600, invalidParams: -32602, server: -32000, session: -32001 }

/** A refusal of the whole request, in the form that MCP clients read. */
export const refusal = (
  status: number,
  message: string,
  { code = CODES.server, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
) => Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })

export const isInitialize = (body: unknown) => methodOf(body) === 'initialize'

/** How many calls of tools for bulk operations are in a message or batch. */
export const countBulkCalls = (body: unknown): number =>
  (Array.isArray(body) ? body : [body]).filter(
    (message) => methodOf(message) === 'tools/call' && findTool(String(message.params?.name))?.bulk,
  ).length

const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
