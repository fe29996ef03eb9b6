import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ErrorCode, McpError, type ServerResult } from '@modelcontextprotocol/sdk/types.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { admitToMcp, describeError, type User } from '@shortlink/core'
import { z } from 'zod'
import { requestId } from '../request-id.ts'
import { parseArguments } from './arguments.ts'
import type { ToolHost } from './declare-tool.ts'
import { readResource, resources, resourceTemplates, toContents } from './resources.ts'
import { failure } from './tool-result.ts'
import { findTool, tools } from './tools.ts'

export interface McpServerParts extends Omit<ToolHost, 'caller'> {
  /** Resolves with the user; called for each request, so that a key stops working once it is revoked. */
  readonly caller: () => Promise<User | undefined>
  readonly version: string
  /** Called with unexpected errors; the client sees only the id. */
  readonly onError: (error: unknown, requestId: string) => void
}

const INSTRUCTIONS = `Shorten URLs and look after short links: create, list, update and delete them, and see their visits.
A link is named by its id or by its slug; hostname names the custom domain of a slug, and is left out for the service's own host.
A tool that cannot do what is asked answers {"error": "…"}, and nothing was changed.
To retry a write safely, pass the same idempotencyKey again: nothing is done twice, and the first answer comes again.`

/** The protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002

/** The server requests nothing of the client, so there are no answers to validate; the default validator takes 0.5 MiB. */
const noValidator: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'Nothing was asked' }),
}

/** The MCP server of one caller, to be connected to a transport. */
export function createMcpServer(parts: McpServerParts): Server {
  const server = new Server(
    { name: 'shortlink', title: 'shortlink', version: parts.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: noValidator },
  )
  server.fallbackRequestHandler = async ({ method, params }) => {
    const answer = methods.get(method)
    if (answer === undefined) throw new McpError(ErrorCode.MethodNotFound, 'Method not found')
    return answer(parts, params)
  }
  // A call takes milliseconds, and a half-done one cannot be undone, so cancellations are ignored.
  server.removeNotificationHandler('notifications/cancelled')
  return server
}

const LISTING = { tools: tools.map((tool) => tool.listed) }

type Method = (parts: McpServerParts, params: unknown) => ServerResult | Promise<ServerResult>

/** The methods beside `initialize` and `ping`. Parameters are parsed here, since the library reports invalid ones as internal errors. */
const methods = new Map<string, Method>([
  ['tools/list', () => LISTING],
  ['tools/call', callTool],
  ['resources/list', () => ({ resources })],
  ['resources/templates/list', () => ({ resourceTemplates })],
  ['resources/read', read],
])

/** Clients omit `arguments` from a call without any, and add fields of their own to `_meta`, such as a progress token. */
const ToolCall = z.object({
  name: z.string(),
  arguments: z.unknown().optional(),
  _meta: z.object({ idempotencyKey: z.unknown().optional() }).optional(),
})

async function callTool(parts: McpServerParts, params: unknown): Promise<ServerResult> {
  const { name, arguments: given, _meta } = parseParams(ToolCall, params)
  const tool = findTool(name)
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`)
  return asCaller(parts, failure, (host) => tool.call(host, given, _meta?.idempotencyKey))
}

async function read(parts: McpServerParts, params: unknown): Promise<ServerResult> {
  const { uri } = parseParams(z.object({ uri: z.string() }), params)
  const found = await asCaller(
    parts,
    (error) => toContents(uri, { error }),
    (host) => readResource(host, uri),
  )
  if (found === undefined) throw new McpError(RESOURCE_NOT_FOUND, `Resource not found: ${uri}`, { uri })
  return found
}

function parseParams<Params extends z.ZodObject>(schema: Params, params: unknown): z.output<Params> {
  const parsed = parseArguments(schema, params)
  if (parsed.isErr()) throw new McpError(ErrorCode.InvalidParams, parsed.error)
  return parsed.value
}

/** Runs work on behalf of the caller. An unexpected failure reaches the client as a message with only a request id. */
async function asCaller<T>(
  { caller, app, shortUrl, onError }: McpServerParts,
  refuse: (error: string) => T,
  work: (host: ToolHost) => Promise<T>,
): Promise<T> {
  try {
    const user = await caller()
    if (user === undefined) return refuse('The API key is no longer valid')
    const admitted = await app.run(admitToMcp, user, {})
    if (admitted.isErr()) return refuse(describeError(admitted.error))
    return await work({ app, shortUrl, caller: user })
  } catch (error) {
    const id = requestId()
    onError(error, id)
    return refuse(`Internal server error (request ${id}); trying again later may help`)
  }
}
