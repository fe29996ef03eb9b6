import { ErrorCode, type JSONRPCMessage, type JSONRPCRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { encodeJson } from '../../kit/json-slices.ts'
import { requestId } from '../../kit/request-id.ts'
import { pauseIfDue } from '../../kit/slices.ts'
import { fixedJson } from '../table/fixed-results.ts'
import { CODES } from './eras/codes.ts'
import { modernMembers } from './eras/modern-results.ts'
import { errorOf } from './messages.ts'
import { callMethod, type McpServerParts } from './methods.ts'

/** Maximum total size of the responses to one POST, in bytes of JSON. */
const MAX_ANSWER_BYTES = 8 << 20
/** Maximum depth of lists in a response; the members of their items are small. */
const LIST_DEPTH = 5

/**
 * Handles the requests among the messages of one POST, one after another, and returns the JSON of each response in chunks. Replaces
 * responses over 8 MiB in total by an error of their request, and does not execute later requests.
 */
export async function answerMessages(
  parts: McpServerParts,
  messages: readonly JSONRPCMessage[],
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Buffer[][]> {
  const answers: Buffer[][] = []
  let left: number | undefined = maxBytes
  // Notifications change nothing, and responses are not expected.
  for (const message of messages.filter(isRequest)) {
    const answer: Buffer[] | undefined = left === undefined ? undefined : await answerOf(parts, message, left)
    left = answer === undefined || left === undefined ? undefined : left - sizeOf(answer)
    await pauseIfDue()
    answers.push(answer ?? [Buffer.from(JSON.stringify(tooLarge(message.id, maxBytes)))])
  }
  return answers
}

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => 'method' in message && 'id' in message

/** The response to a request as JSON; undefined if it takes more than `maxBytes`. */
async function answerOf(parts: McpServerParts, { id, method, params }: JSONRPCRequest, maxBytes: number) {
  try {
    const result = await callMethod(parts, method, params)
    const members = parts.era === 'modern' ? modernMembers(method, result, parts.version) : {}
    const fixed = fixedJson(result)
    if (fixed === undefined) {
      return await encodeJson({ result: { ...result, ...members }, jsonrpc: '2.0', id }, maxBytes, LIST_DEPTH)
    }
    const end = `${endWith(members)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    const chunks = [Buffer.from('{"result":'), fixed.subarray(0, -1), Buffer.from(end)]
    return sizeOf(chunks) > maxBytes ? undefined : chunks
  } catch (error) {
    const { code, message, data } = error instanceof McpError ? error : unexpected(parts, error)
    return [Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }))]
  }
}

/** The end of an object's JSON with further members. */
const endWith = (members: object): string => {
  const json = JSON.stringify(members).slice(1)
  return json === '}' ? json : `,${json}`
}

const tooLarge = (id: string | number, maxBytes: number) =>
  errorOf(id, CODES.server, `The responses to one request exceed ${maxBytes / 2 ** 20} MiB; request less at once`)

/** Reports an error of this server; the client sees only an id. */
function unexpected({ onError }: McpServerParts, error: unknown): McpError {
  const id = requestId()
  onError(error, id)
  return new McpError(ErrorCode.InternalError, `Internal server error (request ${id})`)
}

export const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0)
