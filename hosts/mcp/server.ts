import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { callMethod, INITIALIZED, type McpServerParts } from './protocol/methods.ts'

/** The server sends the client no requests, so there are no responses to validate; the default validator takes 0.5 MiB. */
const noValidator: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'The request is empty' }),
}

/** The MCP server of one client, to be connected to a transport that stays open. */
export function createMcpServer(parts: McpServerParts): Server {
  const { serverInfo, capabilities, instructions } = INITIALIZED
  const server = new Server(
    { ...serverInfo, version: parts.version },
    { capabilities, instructions, jsonSchemaValidator: noValidator },
  )
  server.fallbackRequestHandler = async ({ method, params }) => callMethod(parts, method, params)
  // A call takes milliseconds, and a half-done one cannot be undone, so cancellations are ignored.
  server.removeNotificationHandler('notifications/cancelled')
  return server
}
