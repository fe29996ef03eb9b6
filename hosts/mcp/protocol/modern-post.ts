import { respond } from '../../http/response/responses.ts'
import { offerTools } from '../tools/tools.ts'
import { answer, type Post, type PostParts, toolsetsOf, withinBulkLimit } from './answer-post.ts'
import { CODES } from './eras/codes.ts'
import type { Classified } from './eras/era.ts'
import { rejection } from './messages.ts'
import { hasMethod } from './methods.ts'

/** Serves a POST of the modern era, which belongs to no session: its URL names the toolsets. */
export async function answerModern(
  parts: PostParts,
  post: Post,
  classified: Extract<Classified, { era: 'modern' }>,
): Promise<Response> {
  const { id, request } = post.call
  if ('refusal' in classified) {
    const { status, message, ...refusal } = classified.refusal
    return rejection(status, message, { ...refusal, id })
  }
  const { request: message } = classified
  if (message === undefined) return respond(null, { status: 202 })
  if (!hasMethod('modern', message.method)) {
    return rejection(404, `Method not found: ${message.method}`, { code: CODES.methodNotFound, id })
  }
  const toolsets = toolsetsOf(request, parts.toolsets)
  if (toolsets.isErr()) return rejection(400, toolsets.error, { id })
  const tools = offerTools(toolsets.value)
  return withinBulkLimit(parts, post, () => answer(parts, post, [message], { tools, era: 'modern' }))
}
