import {
  ErrorCode,
  InitializeRequestParamsSchema,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type Result,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { describeError, hasScope, type ScopeSet, scopeSet, scopesOf, type User } from '@shortlink/core'
import { admitToMcp, busyFailure } from '@shortlink/core/host'
import { z } from 'zod'
import { requestId } from '../../kit/request-id.ts'
import { readResource, resources, resourceTemplates, toContents } from '../resources.ts'
import { parseArguments } from '../table/arguments.ts'
import type { ToolHost } from '../table/declare-tool.ts'
import { fixed } from '../table/fixed-results.ts'
import { failure } from '../table/tool-result.ts'
import { findTool, type OfferedTools, toolsetOf } from '../tools/tools.ts'
import { offeredAt } from '../toolset-names.ts'
import { type Era, MODERN_REVISIONS } from './eras/era.ts'
import { CAPABILITIES, INSTRUCTIONS, SERVER_INFO } from './eras/server-info.ts'

export interface McpServerParts extends Omit<ToolHost, 'caller'> {
  /** Resolves with the user; called for each request, so that a key stops working once it is revoked. */
  readonly caller: () => Promise<User | undefined>
  readonly version: string
  /** The era of the request. */
  readonly era: Era
  readonly tools: OfferedTools
  /** Called with unexpected errors; the client sees only the id. */
  readonly onError: (error: unknown, requestId: string) => void
}

/** The code for a resource that does not exist, by era. */
const RESOURCE_NOT_FOUND: Readonly<Record<Era, number>> = { session: -32002, modern: ErrorCode.InvalidParams }

const RESOURCES = fixed({ resources })
const RESOURCE_TEMPLATES = fixed({ resourceTemplates })
const NO_RESOURCES = fixed({ resources: [] })
const NO_TEMPLATES = fixed({ resourceTemplates: [] })

type Method = (parts: McpServerParts, params: unknown) => Result | Promise<Result>

/** Parameters are parsed here, since the library reports invalid ones as internal errors. */
const inBothEras: readonly (readonly [string, Method])[] = [
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', read],
]

const METHODS: Readonly<Record<Era, ReadonlyMap<string, Method>>> = {
  session: new Map<string, Method>([['initialize', initialize], ['ping', () => ({})], ...inBothEras]),
  modern: new Map<string, Method>([['server/discover', discover], ...inBothEras]),
}

/** Whether an era has a method. */
export const hasMethod = (era: Era, method: string): boolean => METHODS[era].has(method)

/**
 * Calls a method of the protocol.
 * @throws McpError for an unknown method, invalid parameters and a missing resource
 */
export async function callMethod(parts: McpServerParts, method: string, params: unknown): Promise<Result> {
  const answer = METHODS[parts.era].get(method)
  if (answer === undefined) throw new McpError(ErrorCode.MethodNotFound, 'Method not found')
  return answer(parts, params)
}

function initialize({ version }: McpServerParts, params: unknown): Result {
  const { protocolVersion: asked } = parseParams(InitializeRequestParamsSchema, params)
  return {
    capabilities: CAPABILITIES,
    serverInfo: { ...SERVER_INFO, version },
    instructions: INSTRUCTIONS,
    protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION,
  }
}

function discover(): Result {
  return { supportedVersions: [...MODERN_REVISIONS], capabilities: CAPABILITIES, instructions: INSTRUCTIONS }
}

/** The scopes of the current caller's key; none once the key is revoked. */
async function currentScopes({ caller }: McpServerParts): Promise<ScopeSet> {
  const user = await caller()
  return user === undefined ? scopeSet([]) : scopesOf(user)
}

async function listTools(parts: McpServerParts) {
  return parts.tools.listFor(await currentScopes(parts))
}

async function listResources(parts: McpServerParts) {
  return (await mayReadLinks(parts)) ? RESOURCES : NO_RESOURCES
}

async function listTemplates(parts: McpServerParts) {
  return (await mayReadLinks(parts)) ? RESOURCE_TEMPLATES : NO_TEMPLATES
}

const mayReadLinks = async (parts: McpServerParts) => hasScope(await currentScopes(parts), 'links:read')

/** Clients omit `arguments` from a call without any, and add custom fields to `_meta`, such as a progress token. */
const ToolCall = z.object({
  name: z.string(),
  arguments: z.unknown().optional(),
  _meta: z.object({ idempotencyKey: z.unknown().optional() }).optional(),
})

async function callTool(parts: McpServerParts, params: unknown): Promise<Result> {
  const { name, arguments: given, _meta } = parseParams(ToolCall, params)
  const tool = findTool(name)
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`)
  if (!parts.tools.has(tool))
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}; it is ${offeredAt(toolsetOf(tool))}`)
  return asCaller(parts, failure, (host) => tool.call(host, given, _meta?.idempotencyKey))
}

async function read(parts: McpServerParts, params: unknown): Promise<Result> {
  const { uri } = parseParams(z.object({ uri: z.string() }), params)
  const found = await asCaller(
    parts,
    (error) => toContents(uri, { error }),
    (host) => readResource(host, uri),
  )
  if (found === undefined) throw new McpError(RESOURCE_NOT_FOUND[parts.era], `Resource not found: ${uri}`, { uri })
  return found
}

function parseParams<Params extends z.ZodObject>(schema: Params, params: unknown): z.output<Params> {
  const parsed = parseArguments(schema, params)
  if (parsed.isErr()) throw new McpError(ErrorCode.InvalidParams, parsed.error)
  return parsed.value
}

/** Runs work on behalf of the caller. An unexpected failure reaches the client as a message with only a request id. */
async function asCaller<T>(
  { caller, app, clock, blocklist, shortUrl, isGone, onError }: McpServerParts,
  refuse: (error: string) => T,
  work: (host: ToolHost) => Promise<T>,
): Promise<T> {
  try {
    const user = await caller()
    if (user === undefined) return refuse('The API key is no longer valid')
    const admitted = await app.run(admitToMcp, user, {})
    if (admitted.isErr()) return refuse(describeError(admitted.error))
    return await work({ app, clock, blocklist, shortUrl, isGone, caller: user })
  } catch (error) {
    const busy = busyFailure(error)
    if (busy !== undefined) return refuse(describeError(busy))
    const id = requestId()
    onError(error, id)
    return refuse(`Internal server error (request ${id}); try again later`)
  }
}
