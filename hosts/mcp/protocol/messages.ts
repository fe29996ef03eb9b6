import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { parseJson } from '../../http/request/parse-json.ts'
import { readText } from '../../http/request/request-body.ts'
import { respond } from '../../http/response/responses.ts'
import { findTool } from '../tools/tools.ts'
import { CODES } from './eras/codes.ts'

export const TOO_LARGE = Symbol('body too large')
export const NOT_JSON = Symbol('not JSON')

/** The JSON in a request's body, or the reason why there is none. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request).catch(() => '')
  return text === undefined ? TOO_LARGE : toJson(text)
}

/** The JSON of a text, or that there is none. */
export function toJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return NOT_JSON
  }
}

/** The id of the request that an error responds to; null when it cannot be read, or for a batch as a whole. */
export type AnsweredId = string | number | null

export const errorOf = (id: AnsweredId, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, ...(data !== undefined && { data }) },
  id,
})

interface RejectionOptions {
  readonly code?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly id?: AnsweredId
  readonly data?: unknown
}

/** Rejects the whole request, in the form that MCP clients read. */
export const rejection = (
  status: number,
  message: string,
  { code = CODES.server, headers = {}, id = null, data }: RejectionOptions = {},
) =>
  respond(JSON.stringify(errorOf(id, code, message, data)), {
    status,
    headers: { 'content-type': JSON_TYPE, ...headers },
  })

const JSON_TYPE = 'application/json; charset=utf-8'

export const idOf = (body: unknown): AnsweredId => {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Maximum size of bodies to read for rejected requests, and for those that wait for a permit. */
const SHORT_BODY_BYTES = 16 * 1024

/** The text of a short body; undefined for a longer one, which is not read. Empty when the client has disconnected. */
export async function readShortText(request: Request): Promise<string | undefined> {
  const length = request.method === 'POST' ? request.headers.get('content-length') : null
  return length !== null && Number(length) <= SHORT_BODY_BYTES ? readText(request).catch(() => '') : undefined
}

/** The id of a request that is rejected before its body is read: null unless that body is short. */
export const readId = async (request: Request): Promise<AnsweredId> =>
  idOf(toJson((await readShortText(request)) ?? ''))

/** Maximum number of messages in a batch. */
export const MAX_BATCH = 10

export const countMessages = (body: unknown): number => (Array.isArray(body) ? body.length : 1)

const Messages = z.array(JSONRPCMessageSchema).min(1)

/** The messages of a body; undefined when one of them is not JSON-RPC. */
export function readMessages(body: unknown): readonly JSONRPCMessage[] | undefined {
  const parsed = Messages.safeParse(Array.isArray(body) ? body : [body])
  return parsed.success ? parsed.data : undefined
}

export const isInitialize = (body: unknown) => methodOf(body) === 'initialize'

/** Counts the calls of tools for bulk operations in a message or batch. */
export const countBulkCalls = (body: unknown): number =>
  (Array.isArray(body) ? body : [body]).filter((message) => calledTool(message)?.bulk).length

/** Whether a body is one call of a quick tool. */
export const isQuickCall = (body: unknown): boolean => calledTool(body)?.quick === true

// biome-ignore lint/suspicious/noExplicitAny: any JSON
const calledTool = (message: any) => {
  const name: unknown = methodOf(message) === 'tools/call' ? message.params?.name : undefined
  return typeof name === 'string' ? findTool(name) : undefined
}

const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
