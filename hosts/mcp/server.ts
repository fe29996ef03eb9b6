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
  /** Who is asking; asked anew for every call, so that a key stops working once it is revoked. */
  readonly caller: () => Promise<User | undefined>
  readonly version: string
  /** Is told of bugs and dead dependencies; callers are told the id alone. */
  readonly onError: (error: unknown, requestId: string) => void
}

const INSTRUCTIONS = `Shorten URLs and look after short links: create, list, update and delete them, and see their visits.
Ids come from the list and create tools; a slug is not an id. A tool that cannot do what is asked answers {"error": "…"}.
To retry a write safely, send the same _meta.idempotencyKey again: nothing is done twice, and the first answer comes again.`

/** The code that the protocol gives to a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002

/** Nothing is asked of the client, so no answers of its are there to validate; the default validator costs half a megabyte. */
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
  // A call takes milliseconds, and what is half done cannot be taken back: cancelling comes too late, and is allowed to.
  server.removeNotificationHandler('notifications/cancelled')
  return server
}

type Method = (parts: McpServerParts, params: unknown) => ServerResult | Promise<ServerResult>

/** What is answered beside `initialize` and `ping`. The parameters are read here, since the library words bad ones as errors of ours. */
const methods = new Map<string, Method>([
  ['tools/list', () => ({ tools: tools.map((tool) => tool.listed) })],
  ['tools/call', callTool],
  ['resources/list', () => ({ resources })],
  ['resources/templates/list', () => ({ resourceTemplates })],
  ['resources/read', read],
])

/** Clients leave `arguments` out of a call without any, and put things of their own into `_meta`, such as a progress token. */
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

/** Works for whoever is asking; of what goes wrong inside, the caller is told no more than an id to ask about. */
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
