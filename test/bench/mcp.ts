/**
 * Creates links through MCP's `create_shortlink` and through GraphQL's `createShortlink`, in turns, on one server with SQLite, and
 * compares how many a second each takes and what each costs the server. Run with `npm run bench:mcp`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { BUILT_SERVER } from '../support/start-options.ts'
import { cpuTime, startServer } from './processes.ts'

const ROUNDS = 5
const CALLS = 1000
const AT_ONCE = 8

const folder = mkdtempSync(join(tmpdir(), 'bench-mcp-'))
const limits = ['GRAPHQL', 'AUTH', 'MCP'].map((name) => [`RATELIMIT_${name}_PER_MIN`, '0'])
const port = await freePort()
const server = await startServer(
  BUILT_SERVER,
  { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'silent', ...Object.fromEntries(limits) },
  '/healthz',
)
const url = `http://127.0.0.1:${port}`

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function mutate(query: string, headers: Record<string, string> = {}) {
  const { data } = (await (await post('/graphql', { query }, headers)).json()) as { data: Record<string, never> }
  return data
}

const { signup } = (await mutate(
  'mutation { signup(name: "Bench", email: "bench@example.com", password: "seven quiet rivers") { token } }',
)) as unknown as { signup: { token: string } }
const { createApiKey } = (await mutate('mutation { createApiKey(label: "bench") { secret } }', {
  authorization: `Bearer ${signup.token}`,
})) as unknown as { createApiKey: { secret: string } }

const key = { 'x-api-key': createApiKey.secret }
const accept = { accept: 'application/json, text/event-stream' }
const clientInfo = { name: 'bench', version: '1' }
const opened = await post(
  '/mcp',
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  },
  { ...key, ...accept },
)
await opened.text()
const session = { ...key, ...accept, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }

const target = 'https://example.com/'
const WAYS = {
  graphql: () => mutate(`mutation { createShortlink(target: "${target}") }`, key),
  mcp: async (id: number) => {
    const params = { name: 'create_shortlink', arguments: { target } }
    const answer = await post('/mcp', { jsonrpc: '2.0', id, method: 'tools/call', params }, session)
    if (!(await answer.text()).includes('shortUrl')) throw new Error('The tool made no link')
  },
}

/** Calls a second, and CPU microseconds of the server a call. */
async function measure(call: (id: number) => Promise<unknown>) {
  const [began, cpu] = [performance.now(), cpuTime(server.pid).all]
  let next = 1
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next <= CALLS) await call(next++)
    }),
  )
  return { perSecond: CALLS / ((performance.now() - began) / 1000), cpu: (cpuTime(server.pid).all - cpu) / CALLS }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const rounds = []
for (let round = 0; round <= ROUNDS; round++) {
  const measured = { graphql: await measure(WAYS.graphql), mcp: await measure(WAYS.mcp) }
  // The first warms up.
  if (round > 0) rounds.push(measured)
}
await server.stop()
rmSync(folder, { recursive: true })

for (const way of ['graphql', 'mcp'] as const) {
  const perSecond = median(rounds.map((round) => round[way].perSecond))
  console.log(
    `${way}: ${Math.round(perSecond)} links/s, ${Math.round(median(rounds.map((round) => round[way].cpu)))} µs CPU each`,
  )
}
const ratio = median(rounds.map((round) => round.mcp.perSecond / round.graphql.perSecond))
console.log(`mcp against graphql: ${ratio.toFixed(2)} × as many a second (goal: at least 0.50 ×)`)
