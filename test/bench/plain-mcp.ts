/** The yardstick of MCP: the official SDK's server as its documentation shows it, with twenty tools of which none does anything. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const TOOLS = ['create_shortlink', ...Array.from({ length: 19 }, (_, index) => `tool_${index}`)]
const sessions = new Map<string, StreamableHTTPServerTransport>()

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.end()
  const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await openSession())
  await session.handleRequest(request, response, await bodyOf(request))
}).listen(Number(process.env.PORT), '127.0.0.1')

async function openSession() {
  const server = new McpServer({ name: 'plain', version: '1.0.0' })
  for (const name of TOOLS)
    server.registerTool(
      name,
      { description: 'Shortens an address', inputSchema: { target: z.string(), title: z.string().optional() } },
      async ({ target }) => ({ content: [{ type: 'text', text: JSON.stringify({ slug: 'abc', shortUrl: target }) }] }),
    )
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  })
  await server.connect(transport as Parameters<typeof server.connect>[0])
  return transport
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
