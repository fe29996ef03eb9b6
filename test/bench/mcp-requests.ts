import { jsonRequest } from './requests.ts'

const PROTOCOL = '2025-06-18'
const ACCEPT = { accept: 'application/json, text/event-stream' }

/** Opens a session with an MCP server, and gives calls as requests over the wire. */
export async function openMcp(port: number, credentials: Readonly<Record<string, string>> = {}) {
  const params = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  const post = (body: object, headers: Readonly<Record<string, string>>) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  const opened = await post({ id: 0, method: 'initialize', params }, { ...credentials, ...ACCEPT })
  await opened.text()
  const headers = {
    ...credentials,
    ...ACCEPT,
    'mcp-protocol-version': PROTOCOL,
    'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
  }
  await (await post({ method: 'notifications/initialized' }, headers)).text()
  const request = (method: string, params: object = {}) =>
    jsonRequest('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)
  return {
    request,
    callTool: (name: string, args: Readonly<Record<string, string>>) =>
      request('tools/call', { name, arguments: args }),
  }
}

const MODERN = '2026-07-28'

/** The same calls in the modern era, without a session. */
export function modernMcp(credentials: Readonly<Record<string, string>>) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const request = (method: string, params: object = {}, named: Readonly<Record<string, string>> = {}) => {
    const headers = { ...credentials, ...ACCEPT, 'mcp-protocol-version': MODERN, 'mcp-method': method, ...named }
    return jsonRequest('/mcp', { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers)
  }
  return {
    request,
    callTool: (name: string, args: Readonly<Record<string, string>>) =>
      request('tools/call', { name, arguments: args }, { 'mcp-name': name }),
  }
}
