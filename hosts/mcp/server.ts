import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { type JSONRPCRequest, McpError, type Result } from '@modelcontextprotocol/sdk/types.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { classify } from './protocol/eras/era.ts'
import { modernMembers } from './protocol/eras/modern-results.ts'
import { CAPABILITIES, INSTRUCTIONS, SERVER_INFO } from './protocol/eras/server-info.ts'
import { callMethod, type McpServerParts } from './protocol/methods.ts'

/** The server sends the client no requests, so there are no responses to validate; the default validator takes 0.5 MiB. */
const noValidator: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'The request is empty' }),
}

type ServerParts = Omit<McpServerParts, 'era'>

/** The MCP server of one client, to be connected to a transport that stays open. The client may mix requests of both eras. */
export function createMcpServer(parts: ServerParts): Server {
  const server = new Server(
    { ...SERVER_INFO, version: parts.version },
    { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, jsonSchemaValidator: noValidator },
  )
  server.fallbackRequestHandler = (request) => handle(parts, request)
  // A call takes milliseconds, and a half-done one cannot be undone, so cancellations are ignored.
  server.removeNotificationHandler('notifications/cancelled')
  return server
}

async function handle(parts: ServerParts, request: JSONRPCRequest): Promise<Result> {
  const { method, params } = request
  const classified = classify(request)
  if (classified.era === 'session') return callMethod({ ...parts, era: 'session' }, method, params)
  if ('refusal' in classified) {
    const { code, message, data } = classified.refusal
    throw new McpError(code, message, data)
  }
  const result = await callMethod({ ...parts, era: 'modern' }, method, params)
  return { ...result, ...modernMembers(method, result, parts.version) }
}
