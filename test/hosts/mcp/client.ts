import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { expect, onTestFinished } from 'vitest'
import { findTool } from '../../../hosts/mcp/tools/tools.ts'

/** The official client, connected. */
export async function connect(url: string, key: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { 'x-api-key': key } } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport, ...callsOf(client) }
}

export const callsOf = (client: Client) => ({
  /** What a tool gives, from its text. */
  call: async (name: string, args: object = {}, idempotencyKey?: string) =>
    textOf(await callTool(client, name, args, idempotencyKey)),
  /** The whole answer of a tool. */
  callWhole: (name: string, args: object = {}, idempotencyKey?: string) => callTool(client, name, args, idempotencyKey),
  /** What is in a resource. */
  read: async (uri: string) => {
    const { contents } = await client.readResource({ uri })
    return JSON.parse((contents[0] as { text: string }).text)
  },
})

/** Calls a tool, and checks its answer against the schema of its results. */
async function callTool(client: Client, name: string, args: object, idempotencyKey?: string) {
  const result = (await client.callTool({
    name,
    arguments: { ...args },
    ...(idempotencyKey !== undefined && { _meta: { idempotencyKey } }),
  })) as CallToolResult
  const { valid, errorMessage } = validatorOf(name)(result.structuredContent)
  expect(valid, errorMessage).toBe(true)
  return result
}

const schemas = new AjvJsonSchemaValidator()
const validators = new Map<string, JsonSchemaValidator<unknown>>()

function validatorOf(name: string): JsonSchemaValidator<unknown> {
  const validator = validators.get(name) ?? schemas.getValidator({ ...findTool(name)?.outputSchema })
  validators.set(name, validator)
  return validator
}

export const textOf = ({ content: [first] }: CallToolResult) => JSON.parse(first?.type === 'text' ? first.text : 'null')

type Headers = Record<string, string>

/** Speaks JSON-RPC by hand, as simple clients do. */
export function rawClient(url: string, key: string) {
  const send = (body: unknown, headers: Headers = {}, method = 'POST') =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    send,
    /** Opens a session at the given revision; what it returns sends within it. */
    async open(protocolVersion = '2024-11-05', headers: Headers = {}) {
      const response = await send(initialize(protocolVersion), headers)
      const session = response.headers.get('mcp-session-id') ?? ''
      return {
        session,
        response,
        // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
        result: ((await response.json()) as any).result,
        send: (body: unknown, headers: Headers = {}, method?: string) =>
          send(body, { 'mcp-session-id': session, ...headers }, method),
      }
    },
  }
}

export const initialize = (protocolVersion = '2024-11-05') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
})

export const toolCall = (name: string, args: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
