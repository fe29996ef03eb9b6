import {
  Client,
  type FetchLike,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { rawClient } from './client.ts'

export const MODERN = '2026-07-28'

/** The official client of the second generation, connected. By default it opens a session. */
export async function connectSecond(
  url: string,
  key: string,
  versionNegotiation: VersionNegotiationOptions = {},
  fetch?: FetchLike,
) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation })
  const requestInit = { headers: { 'x-api-key': key } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit, ...(fetch && { fetch }) })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    JSON.parse(((await client.callTool({ name, arguments: args })).content[0] as { text: string }).text)
  return { client, transport, call }
}

/** A request of the modern era; `_meta` may change its envelope. */
export const modern = (method: string, params: { readonly _meta?: object; [name: string]: unknown } = {}) => ({
  jsonrpc: '2.0' as const,
  id: 1 as number | string,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
      ...params._meta,
    },
  },
})

export const modernCall = (name: string, args: object = {}, _meta = {}) =>
  modern('tools/call', { name, arguments: args, _meta })

type ModernMessage = ReturnType<typeof modern>

/** The headers that repeat parts of a request. */
export function headersOf({ method, params }: ModernMessage): Record<string, string> {
  const { name, uri } = params as { name?: string; uri?: string }
  const repeated = name ?? uri
  return {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(repeated !== undefined && { 'mcp-name': repeated }),
  }
}

/** Speaks the modern era by hand. A null among the headers leaves one out. */
export function modernRawClient(url: string, key: string) {
  const { send } = rawClient(url, key)
  return async (message: ModernMessage, headers: Readonly<Record<string, string | null>> = {}) => {
    const sent = Object.entries({ ...headersOf(message), ...headers }).filter(([, value]) => value !== null)
    const response = await send(message, Object.fromEntries(sent) as Record<string, string>)
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
    return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as any }
  }
}
