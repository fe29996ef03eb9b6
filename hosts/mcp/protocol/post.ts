import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { ok, type Result } from 'neverthrow'
import { respond } from '../../http/response/responses.ts'
import { type OfferedTools, offerTools } from '../tools/tools.ts'
import { readToolsets, TOOLSET_WORDS, type ToolsetName } from '../toolset-names.ts'
import { answerMessages } from './answer-messages.ts'
import { admits, type McpCall, type McpLimits, tooMany } from './call.ts'
import { toBody } from './json-body.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import {
  CODES,
  countBulkCalls,
  countMessages,
  idOf,
  isInitialize,
  isQuickCall,
  MAX_BATCH,
  NOT_JSON,
  readJson,
  readMessages,
  readShortText,
  rejection,
  TOO_LARGE,
  toJson,
} from './messages.ts'
import type { McpServerParts } from './methods.ts'
import { inSession, named } from './session-responses.ts'
import type { Sessions } from './sessions.ts'

export interface PostParts extends Omit<McpServerParts, 'caller' | 'tools'> {
  /** Default toolsets of a session with a URL that names none. */
  readonly toolsets: readonly ToolsetName[]
  readonly limits?: Pick<McpLimits, 'requests' | 'bulk'>
}

/** Maximum number of a user's requests that are processed, or send large responses, concurrently; the others wait. */
const CONCURRENCY = { permits: 2, maxWaiting: 1000 }
/** The same for calls of quick tools with short bodies: concurrent ones share a statement, and take little memory. */
const QUICK_CONCURRENCY = { permits: 16, maxWaiting: 1000 }

interface Post {
  readonly call: McpCall
  readonly body: unknown
  /** Keeps the user's permit after the response is created, and returns the function that releases it. */
  readonly keepPermit: () => () => void
}

/** Handles the messages of a POST. Requests share no state, so that no two can be mixed up. */
export function createPost(parts: PostParts, sessions: Sessions): (call: McpCall) => Promise<Response> {
  const { limits } = parts
  const semaphore = createKeyedSemaphore(CONCURRENCY)
  const quickSemaphore = createKeyedSemaphore(QUICK_CONCURRENCY)

  async function handle(post: Post): Promise<Response> {
    const { call, body } = post
    if (body === TOO_LARGE) return rejection(413, 'The request body is larger than 1 MiB')
    if (body === NOT_JSON) return rejection(400, 'Parse error: the request body is not JSON', { code: CODES.parse })
    call.id = idOf(body)
    const messages = countMessages(body)
    if (messages > MAX_BATCH) {
      return rejection(400, `A batch has at most ${MAX_BATCH} messages`, { code: CODES.invalidRequest })
    }
    // The first message was counted before the body was read.
    if (messages > 1 && !admits(call, limits?.requests, messages - 1)) return tooMany(call.id, call.taken)
    if (isInitialize(body)) return initialize(post)
    return inSession(sessions, call, async (session) => {
      const bulkCalls = countBulkCalls(body)
      if (bulkCalls > 0 && !admits(call, limits?.bulk, bulkCalls)) return tooMany(call.id, call.taken)
      return named(session, await answer(post, session.tools))
    })
  }

  /** Opens a session under a generated id, even if the request carries one. */
  async function initialize(post: Post): Promise<Response> {
    const { id, user } = post.call
    if (!isInitializeRequest(post.body)) {
      return rejection(400, 'initialize takes protocolVersion, capabilities and clientInfo with name and version', {
        code: CODES.invalidParams,
        id,
      })
    }
    const toolsets = toolsetsOf(post.call.request, parts.toolsets)
    if (toolsets.isErr()) return rejection(400, toolsets.error, { id })
    const tools = offerTools(toolsets.value)
    const response = await answer(post, tools)
    return response.ok ? named(sessions.open(user.userId, tools), response) : response
  }

  async function answer(
    { call: { request, user, id }, body, keepPermit }: Post,
    tools: OfferedTools,
  ): Promise<Response> {
    const messages = readMessages(body)
    if (messages === undefined) {
      return rejection(400, 'Parse error: Invalid JSON-RPC message', { code: CODES.parse, id })
    }
    if (messages.length > 1 && messages.some(isInitializeRequest)) {
      return rejection(400, 'Invalid Request: Only one initialization request is allowed', {
        code: CODES.invalidRequest,
      })
    }
    const isGone = () => request.signal.aborted
    const answers = await answerMessages({ ...parts, tools, caller: async () => user, isGone }, messages)
    if (answers.length === 0) return respond(null, { status: 202 })
    return respond(toBody(answers, keepPermit), { headers: { 'content-type': 'application/json' } })
  }

  return async (call) => {
    const { request } = call
    if (!isJsonContentType(request.headers.get('content-type'))) {
      return rejection(415, 'Unsupported Media Type: Content-Type must be application/json')
    }
    // Long bodies are read, and others parsed again, once there is a permit, so that waiting requests take little memory.
    const text = await readShortText(request)
    const { id, isQuick } = outlineOf(text)
    const release = await (isQuick ? quickSemaphore : semaphore).acquire(call.user.userId)
    if (release === undefined) {
      return rejection(429, 'Too many requests of this account are waiting, try again in 1 second', {
        headers: { 'retry-after': '1' },
        id,
      })
    }
    return withPermit(release, async (keepPermit) => {
      // A client that left while the request waited may have sent it again.
      if (request.signal.aborted) return rejection(400, 'The client has closed the connection', { id })
      return handle({ call, body: text === undefined ? await readJson(request) : toJson(text), keepPermit })
    })
  }
}

/** The sets in a request's URL, such as `/mcp?toolsets=core,tags`, if it names any. */
function toolsetsOf({ url }: Request, byDefault: readonly ToolsetName[]): Result<readonly ToolsetName[], string> {
  const asked = new URL(url).searchParams.getAll('toolsets')
  if (asked.length === 0) return ok(byDefault)
  return readToolsets(asked.join()).mapErr((unknown) => `Unknown toolset "${unknown}"; available: ${TOOLSET_WORDS}`)
}

/** Parts of a body that are read before there is a permit. */
function outlineOf(text = '') {
  const body = toJson(text)
  return { id: idOf(body), isQuick: isQuickCall(body) }
}

/** Holds a permit of the user until the response is created, or until it is sent if it is large. */
async function withPermit(release: () => void, work: (keepPermit: Post['keepPermit']) => Promise<Response>) {
  let isKept = false
  const keepPermit = () => {
    isKept = true
    return release
  }
  try {
    return await work(keepPermit)
  } finally {
    if (!isKept) release()
  }
}
