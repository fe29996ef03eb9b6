import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { offerTools } from '../tools/tools.ts'
import { answerSession, type Post, type PostParts, toolsetsOf, withinBulkLimit } from './answer-post.ts'
import { admits, type McpCall, tooMany } from './call.ts'
import { CODES } from './eras/codes.ts'
import { classify } from './eras/era.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import {
  countMessages,
  idOf,
  isInitialize,
  isQuickCall,
  MAX_BATCH,
  NOT_JSON,
  readJson,
  readShortText,
  rejection,
  TOO_LARGE,
  toJson,
} from './messages.ts'
import { answerModern } from './modern-post.ts'
import { inSession, named } from './session-responses.ts'
import type { Sessions } from './sessions.ts'

/** Maximum number of a user's requests that are processed, or send large responses, concurrently; the others wait. */
const CONCURRENCY = { permits: 2, maxWaiting: 1000 }
/** The same for calls of quick tools with short bodies: concurrent ones share a statement, and take little memory. */
const QUICK_CONCURRENCY = { permits: 16, maxWaiting: 1000 }

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
    if (messages > 1 && !(await admits(call, limits?.requests, messages - 1))) return tooMany(call.id, call.taken)
    const classified = classify(body, call.request.headers)
    if (classified.era === 'modern') return answerModern(parts, post, classified)
    if (isInitialize(body)) return initialize(post)
    return inSession(sessions, call, async (session) =>
      named(session, await withinBulkLimit(parts, post, () => answerSession(parts, post, session.tools))),
    )
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
    const response = await answerSession(parts, post, tools)
    return response.ok ? named(sessions.open(user.userId, tools), response) : response
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
