import { createApp, type Hit, type HitId, type LinkId } from '@shortlink/core'
import type { Ports } from '@shortlink/core/ports'
import { createGraphqlHandler, type GraphqlOptions } from '../../../hosts/graphql/handler.ts'
import type { RequestContext } from '../../../hosts/http/handler.ts'
import { type TestPorts, testPorts } from '../../support/ports.ts'

type Headers = Readonly<Record<string, string>>

/** An answer, read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
  readonly data: any
  readonly errors: readonly { message: string; path?: unknown[]; extensions: { code: string; requestId?: string } }[]
  readonly body: string
}

interface FixtureOptions extends Partial<Pick<GraphqlOptions, 'limits'>>, Pick<RequestContext, 'onEnd'> {
  readonly ports?: Partial<Ports>
}

export const CLIENT_IP = '198.51.100.7'

/** The GraphQL endpoint in process, over an empty memory store. */
export function openFixture({ ports: overrides, onEnd, ...options }: FixtureOptions = {}) {
  const ports: TestPorts = testPorts(overrides)
  const logged: { err: unknown; requestId: string }[] = []
  const log = { error: (details: { err: unknown; requestId: string }) => void logged.push(details) }
  const handle = createGraphqlHandler({ app: createApp(ports), ports, log, ...options })

  async function send(body: string, headers: Headers = {}, method = 'POST', search = ''): Promise<Answer> {
    const request = new Request(`http://localhost/graphql${search}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: method === 'GET' || method === 'HEAD' ? null : body,
    })
    const context = { clientIp: CLIENT_IP, host: 'own', params: {}, ...(onEnd && { onEnd }) } as const
    const response = await handle(request, context)
    const text = await response.text()
    const meta = { status: response.status, headers: Object.fromEntries(response.headers) }
    return { ...JSON.parse(text), errors: JSON.parse(text).errors ?? [], body: text, ...meta }
  }

  /** Sends the members of a request in the query string. */
  const get = (params: Record<string, string>, headers: Headers = {}) =>
    send('', headers, 'GET', `?${new URLSearchParams(params)}`)

  const ask = (query: string, variables: object = {}, headers: Headers = {}) =>
    send(JSON.stringify({ query, variables }), headers)

  return { ports, logged, send, get, ask, newAccount: () => newAccount(ask) }
}

type Ask = (query: string, variables?: object, headers?: Headers) => Promise<Answer>

let accounts = 0

/** A new account, with a client authenticated as its owner. */
async function newAccount(ask: Ask) {
  const email = `someone-${accounts++}@example.com`
  const password = 'a password hard to guess'
  const { data } = await ask(
    `mutation ($email: String!, $password: String!) {
      signup(name: "Someone", email: $email, password: $password) { token user { id } }
    }`,
    { email, password },
  )
  const { token, user } = data.signup as { token: string; user: { id: string } }
  const asThem: Ask = (query, variables, headers) =>
    ask(query, variables, { authorization: `Bearer ${token}`, ...headers })
  return { id: user.id, email, password, token, ask: asThem, newLink: (fields?: object) => newLink(asThem, fields) }
}

/** A link of the account's: its slug and its id. */
async function newLink(ask: Ask, fields: object = {}): Promise<{ id: string; slug: string }> {
  const { data } = await ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortlink } } }',
    { inputs: [{ target: 'https://example.com/', ...fields }] },
  )
  const [{ error, shortlink }] = data.createShortlinks
  if (error) throw new Error(error)
  return { id: shortlink.id, slug: shortlink.shortlink }
}

let hits = 0

/** A visit of which nothing is known but what is given. */
export const aHit = (link: string, known: Partial<Hit> = {}): Hit => ({
  id: String(7_000_000_000_000 + hits++) as HitId,
  link: link as LinkId,
  at: Date.UTC(2026, 0, 15, 12),
  ip: '203.0.113.7',
  type: 'IPv4',
  userAgent: null,
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  language: null,
  utm: null,
  ref: null,
  firstToday: null,
  country: null,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
  browser: null,
  os: null,
  device: 'other',
  bot: false,
  ...known,
})
