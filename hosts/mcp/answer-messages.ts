import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { encodeJson } from '../json-slices.ts'
import { CODES, errorOf } from './messages.ts'

/** The answers to one POST have at most this many bytes of JSON together. */
const MAX_ANSWER_BYTES = 8 << 20
/** The lists of an answer are at most this deep; the members of their items are small. */
const LIST_DEPTH = 5

/**
 * Passes the messages of one POST to a server, one after another, and returns the JSON of each answer in chunks. Answers past 8 MiB in
 * total are replaced by an error of their request, and requests after the first such answer are not executed.
 */
export async function answerMessages(server: Server, messages: readonly JSONRPCMessage[], maxBytes = MAX_ANSWER_BYTES) {
  const { request, notify } = await connectTo(server)
  const answers: Buffer[][] = []
  let left: number | undefined = maxBytes
  for (const message of messages) {
    if (!isJSONRPCRequest(message)) {
      notify(message)
      continue
    }
    const answer: Buffer[] | undefined =
      left === undefined ? undefined : await encodeJson(await request(message), left, LIST_DEPTH)
    left = answer === undefined || left === undefined ? undefined : left - sizeOf(answer)
    answers.push(answer ?? [Buffer.from(JSON.stringify(tooLarge(message.id, maxBytes)))])
  }
  return answers
}

const tooLarge = (id: string | number, maxBytes: number) =>
  errorOf(id, CODES.server, `The answers of one request take more than ${maxBytes / 2 ** 20} MiB; ask for less at once`)

export const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** Connects the server to a transport that carries one request at a time. */
async function connectTo(server: Server) {
  let onAnswer: (answer: JSONRPCMessage) => void = () => {}
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (answer) => onAnswer(answer),
  }
  await server.connect(transport)
  const notify = (message: JSONRPCMessage) => transport.onmessage?.(message)
  const request = (message: JSONRPCMessage) =>
    new Promise<JSONRPCMessage>((resolve) => {
      onAnswer = resolve
      notify(message)
    })
  return { request, notify }
}
