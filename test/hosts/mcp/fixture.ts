import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { systemClock, uuidIds } from '@shortlink/adapters/system'
import {
  type ApiKeyId,
  type App,
  anonymous,
  createApiKey,
  createApp,
  type Hit,
  type HitId,
  type LinkId,
  onBehalfOf,
  revokeApiKey,
  shortUrl,
  signUp,
} from '@shortlink/core'
import type { Ports } from '@shortlink/core/ports'
import { onTestFinished } from 'vitest'
import { createMcpHandler, type McpHandlerParts } from '../../../hosts/mcp/handler.ts'
import { TEST_POLICY, testPorts } from '../../support/ports.ts'
import { serverOf } from '../../support/server-parts.ts'

const BASE_URL = 'http://localhost:3000'

/** A service with an MCP endpoint on a real socket, without the parts that MCP does not touch. */
export async function openFixture({
  ports: given = {},
  whenDone = onTestFinished,
  ...parts
}: Partial<Omit<McpHandlerParts, 'ports'>> & {
  ports?: Partial<Ports>
  /** Is given what closes the service; by default that happens at the end of the test. */
  whenDone?: (close: () => Promise<void>) => void
} = {}) {
  const errors: unknown[] = []
  const ports = testPorts({
    ids: uuidIds(systemClock),
    policy: { ...TEST_POLICY, ownHosts: ['localhost'], baseUrl: BASE_URL },
    ...given,
  })
  const app = createApp(ports)
  const handler = createMcpHandler({
    app,
    ports,
    addresses: [BASE_URL, `${BASE_URL}/mcp`],
    shortUrl: (link) => shortUrl(BASE_URL, link),
    sessionTtlMs: 60_000,
    toolsets: ['core'],
    version: '0.0.0',
    onError: (error) => errors.push(error),
    ...parts,
  })
  const server = serverOf({
    routes: { '/mcp': handler.handle },
    onError: (error) => errors.push(error),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(async () => {
    handler.close()
    server.closeAllConnections()
    server.close()
    await ports.background.drained()
  })
  /** Without a socket. */
  const call = async (request: Request) => handler.handle(request, { clientIp: '203.0.113.7', host: 'own', params: {} })
  const mcp = { ...handler, call }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return { url, app, ports, mcp, server, errors, newUser: () => newUser(app, ports) }
}

/** A fresh account with an API key. */
async function newUser(app: App, ports: Ports) {
  const email = `${crypto.randomUUID()}@example.com`
  const account = { name: 'Someone', email, password: 'a password hard to guess' }
  const { token, user } = (await app.run(signUp, anonymous, account))._unsafeUnwrap()
  const caller = onBehalfOf(user.id)
  const { apiKey, secret } = (await app.run(createApiKey, caller, { label: 'test' }))._unsafeUnwrap()
  return {
    userId: user.id,
    caller,
    token,
    key: secret,
    anotherKey: async () => (await app.run(createApiKey, caller, { label: 'another' }))._unsafeUnwrap().secret,
    revokeKey: (id: ApiKeyId = apiKey.id) => app.run(revokeApiKey, caller, { id }),
    /** Records a visit from each country. */
    visit: (link: string, countries: readonly (string | null)[]) =>
      ports.store.hits.record(countries.map((country, index) => aHit(link, country, index))),
  }
}

let hits = 0

const aHit = (link: string, country: string | null, index: number): Hit => ({
  id: `${Date.now()}${process.pid}${hits++}` as HitId,
  link: link as LinkId,
  at: 1_700_000_000_000 + index,
  ip: '203.0.113.7',
  type: 'IPv4',
  userAgent: 'Mozilla/5.0',
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  language: null,
  utm: null,
  ref: null,
  firstToday: null,
  country,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
  browser: null,
  os: null,
  device: 'desktop',
  bot: false,
})
