import { Agent, request } from 'node:http'

/** What the attacking client has prepared: an account, its credentials, and things of its own to work on. */
export interface Prepared {
  readonly url: string
  readonly token: string
  readonly apiKey: string
  /** A session of MCP that is open. */
  readonly session: string
}

interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One client at one address. Each call returns the status of its answer, 0 without one; the body is read and dropped. */
export interface Client {
  readonly prepared: Prepared
  call(call: Call): Promise<number>
  /** Posts to GraphQL; in the account's name unless `anonymous`. */
  graphql(
    query: string,
    variables?: object,
    options?: { anonymous?: boolean; idempotencyKey?: string },
  ): Promise<number>
  /** Posts JSON-RPC messages in the open session. */
  mcp(messages: unknown): Promise<number>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const CONNECTIONS = 16

export function createClient(prepared: Prepared, localAddress: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress })
  const { token, apiKey, session } = prepared

  const call = ({ method = 'GET', path, headers = {}, body }: Call) =>
    new Promise<number>((resolve) => {
      request(`${prepared.url}${path}`, { agent, method, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      })
        .on('error', () => resolve(0))
        .end(body)
    })

  return {
    prepared,
    call,
    graphql: (query, variables = {}, { anonymous = false, idempotencyKey } = {}) =>
      call({
        method: 'POST',
        path: '/graphql',
        headers: {
          ...JSON_TYPE,
          ...(anonymous ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify({ query, variables }),
      }),
    mcp: (messages) =>
      call({
        method: 'POST',
        path: '/mcp',
        headers: { ...JSON_TYPE, 'x-api-key': apiKey, 'mcp-session-id': session },
        body: JSON.stringify(messages),
      }),
  }
}
