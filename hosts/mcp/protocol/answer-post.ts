import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { ok, type Result } from 'neverthrow'
import { respond } from '../../http/response/responses.ts'
import type { OfferedTools } from '../tools/tools.ts'
import { readToolsets, TOOLSET_WORDS, type ToolsetName } from '../toolset-names.ts'
import { answerMessages } from './answer-messages.ts'
import { admits, type McpCall, type McpLimits, tooMany } from './call.ts'
import { CODES } from './eras/codes.ts'
import { toBody } from './json-body.ts'
import { countBulkCalls, readMessages, rejection } from './messages.ts'
import type { McpServerParts } from './methods.ts'

export interface PostParts extends Omit<McpServerParts, 'caller' | 'tools' | 'era'> {
  /** Default toolsets for a URL that names none. */
  readonly toolsets: readonly ToolsetName[]
  readonly limits?: Pick<McpLimits, 'requests' | 'bulk'>
}

/** A POST in progress. */
export interface Post {
  readonly call: McpCall
  readonly body: unknown
  /** Keeps the user's permit after the response is created, and returns the function that releases it. */
  readonly keepPermit: () => () => void
}

type Served = Pick<McpServerParts, 'tools' | 'era'>

/** Calls the methods that the body of a session's request names, and responds with their results. */
export async function answerSession(parts: PostParts, post: Post, tools: OfferedTools): Promise<Response> {
  const { id } = post.call
  const messages = readMessages(post.body)
  if (messages === undefined) {
    return rejection(400, 'Parse error: Invalid JSON-RPC message', { code: CODES.parse, id })
  }
  if (messages.length > 1 && messages.some(isInitializeRequest)) {
    return rejection(400, 'Invalid Request: Only one initialization request is allowed', { code: CODES.invalidRequest })
  }
  return answer(parts, post, messages, { tools, era: 'session' })
}

/** Calls the methods that messages name, and responds with their results. */
export async function answer(
  parts: PostParts,
  { call: { request, user }, keepPermit }: Post,
  messages: readonly JSONRPCMessage[],
  served: Served,
): Promise<Response> {
  const isGone = () => request.signal.aborted
  const answers = await answerMessages({ ...parts, ...served, caller: async () => user, isGone }, messages)
  if (answers.length === 0) return respond(null, { status: 202 })
  return respond(toBody(answers, keepPermit), { headers: { 'content-type': 'application/json' } })
}

/** Responds with 429 instead when the calls of bulk tools in the body exceed the user's limit. */
export async function withinBulkLimit(
  { limits }: PostParts,
  { call, body }: Post,
  work: () => Promise<Response>,
): Promise<Response> {
  const bulkCalls = countBulkCalls(body)
  return bulkCalls > 0 && !(await admits(call, limits?.bulk, bulkCalls)) ? tooMany(call.id, call.taken) : work()
}

/** The sets in a request's URL, such as `/mcp?toolsets=core,tags`, if it names any. */
export function toolsetsOf(
  { url }: Request,
  byDefault: readonly ToolsetName[],
): Result<readonly ToolsetName[], string> {
  const asked = new URL(url).searchParams.getAll('toolsets')
  if (asked.length === 0) return ok(byDefault)
  return readToolsets(asked.join()).mapErr((unknown) => `Unknown toolset "${unknown}"; available: ${TOOLSET_WORDS}`)
}
