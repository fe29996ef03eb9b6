/** Codes of JSON-RPC and of MCP. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  server: -32000,
  session: -32001,
  headerMismatch: -32020,
  unsupportedRevision: -32022,
}

/** An error that rejects a whole request of the modern era. */
export interface Refusal {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: unknown
}
