import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startTestServer, useTestServer } from '../support/server.ts'

type Headers = Record<string, string>

const FROM_PAGE = { 'shortlink-session': 'cookie', 'sec-fetch-site': 'same-origin' }
const LOGIN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
const WHO = '{ getUserInfo { email } }'

/** Posts to GraphQL with any Host, which fetch does not allow. */
async function post(url: string, query: string, variables: object, headers: Headers) {
  const sent = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.end(JSON.stringify({ query, variables }))
  })
  const answer = await text(response)
  // A host that is not ours is refused before GraphQL, in plain text.
  const body = (answer.startsWith('{') ? JSON.parse(answer) : {}) as {
    data?: Record<string, unknown> | null
    errors?: { message: string }[]
  }
  return {
    status: response.statusCode,
    cookies: response.headers['set-cookie'] ?? [],
    headers: response.headers,
    ...body,
  }
}

const pairOf = (cookies: readonly string[]) => cookies[0]?.split(';')[0] ?? ''

describe('the session of the dashboard', () => {
  const server = useTestServer()

  async function signedIn() {
    const { email, password, token } = await newAccount(server.url)
    const answer = await post(server.url, LOGIN, { email, password }, FROM_PAGE)
    return { email, password, token, answer, cookie: pairOf(answer.cookies) }
  }
  const who = async (headers: Headers) => (await post(server.url, WHO, {}, headers)).data?.getUserInfo ?? null

  it('login sets a cookie that no script can read and whose token is in no answer; the cookie is the caller', async () => {
    const { email, answer, cookie } = await signedIn()
    expect(answer.data).toEqual({ login: { token: '' } })
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^shortlink=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/),
    ])
    expect(await who({ ...FROM_PAGE, cookie })).toEqual({ email })
  })

  it('sign-up and a new password begin a session too, and the old one has ended', async () => {
    const made = await post(
      server.url,
      'mutation { signup(name: "Ada", email: "cookie@example.com", password: "engine number nine") { token } }',
      {},
      FROM_PAGE,
    )
    expect([made.data, made.cookies.length]).toEqual([{ signup: { token: '' } }, 1])
    const before = pairOf(made.cookies)
    const changed = await post(
      server.url,
      'mutation { resetPassword(oldPassword: "engine number nine", newPassword: "engine number ten") { token } }',
      {},
      { ...FROM_PAGE, cookie: before },
    )
    expect(changed.data).toEqual({ resetPassword: { token: '' } })
    expect(await who({ ...FROM_PAGE, cookie: before })).toBeNull()
    expect(await who({ ...FROM_PAGE, cookie: pairOf(changed.cookies) })).toEqual({ email: 'cookie@example.com' })
  })

  it('logout ends the session and takes the cookie away, also under an alias', async () => {
    const { cookie } = await signedIn()
    const out = await post(server.url, 'mutation { bye: logout }', {}, { ...FROM_PAGE, cookie })
    expect([out.data, out.cookies]).toEqual([
      { bye: true },
      ['shortlink=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'],
    ])
    expect(await who({ ...FROM_PAGE, cookie })).toBeNull()
  })

  it('deleting the account takes the cookie away', async () => {
    const { cookie } = await signedIn()
    const gone = await post(server.url, 'mutation { deleteAccount }', {}, { ...FROM_PAGE, cookie })
    expect([gone.data, pairOf(gone.cookies)]).toEqual([{ deleteAccount: true }, 'shortlink='])
    expect(await who({ ...FROM_PAGE, cookie })).toBeNull()
  })

  const REFUSED: readonly (readonly [string, Headers])[] = [
    ['without the header', { 'sec-fetch-site': 'same-origin' }],
    ['with another value of the header', { ...FROM_PAGE, 'shortlink-session': 'token' }],
    ['from another site', { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from a sibling below the same domain', { ...FROM_PAGE, 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { ...FROM_PAGE, 'sec-fetch-site': 'none' }],
    ['without Sec-Fetch-Site and Origin', { 'shortlink-session': 'cookie' }],
    ['with the Origin of another page', { 'shortlink-session': 'cookie', origin: 'http://evil.example' }],
    ['with an opaque Origin', { 'shortlink-session': 'cookie', origin: 'null' }],
    ['at a name that was rebound to this address', { ...FROM_PAGE, host: 'evil.example' }],
  ]

  it('the cookie does not count for a query by GET', async () => {
    const { cookie, token } = await signedIn()
    const ask = async (headers: Headers) =>
      (await fetch(`${server.url}/graphql?query=${encodeURIComponent(WHO)}`, { headers })).json()
    expect(await ask({ ...FROM_PAGE, cookie })).toMatchObject({ data: { getUserInfo: null } })
    expect(await ask({ authorization: `Bearer ${token}` })).not.toMatchObject({ data: { getUserInfo: null } })
  })

  it.each(REFUSED)('the cookie does not count %s', async (_case, headers) => {
    const { cookie } = await signedIn()
    expect(await who({ ...headers, cookie })).toBeNull()
  })

  it.each(REFUSED)('no cookie is set %s', async (_case, headers) => {
    const { email, password } = await newAccount(server.url)
    expect((await post(server.url, LOGIN, { email, password }, headers)).cookies).toEqual([])
  })

  it('over plain http by address, where browsers leave Sec-Fetch-Site out, the page’s own Origin is enough', async () => {
    const { email, cookie } = await signedIn()
    const { host } = new URL(server.url)
    expect(await who({ 'shortlink-session': 'cookie', origin: `http://${host}`, cookie })).toEqual({ email })
  })

  it('beside another credential the cookie does not count, and the token is in the answer as ever', async () => {
    const one = await signedIn()
    const other = await newAccount(server.url)
    expect(await who({ ...FROM_PAGE, ...other.headers, cookie: one.cookie })).toEqual({ email: other.email })
    expect(await who({ ...FROM_PAGE, 'x-api-key': 'sl_live_wrong', cookie: one.cookie })).toBeNull()
    const answer = await post(
      server.url,
      LOGIN,
      { email: one.email, password: one.password },
      { ...FROM_PAGE, ...other.headers },
    )
    expect(answer.data).toEqual({ login: { token: expect.stringMatching(/^ey/) } })
    expect(answer.cookies).toEqual([])
  })

  it('of two cookies of the name neither counts, and a lost cookie creates no anonymous link', async () => {
    const { cookie } = await signedIn()
    expect(await who({ ...FROM_PAGE, cookie: `${cookie}; ${cookie}` })).toBeNull()
    const made = await post(
      server.url,
      'mutation { addShortlink(input: { target: "https://example.com" }) { id } }',
      {},
      FROM_PAGE,
    )
    expect(made.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }) }),
    ])
  })

  it('a form and text/plain are no requests, and other sites are granted nothing by a preflight', async () => {
    const { cookie } = await signedIn()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await post(server.url, 'mutation { logout }', {}, { ...FROM_PAGE, cookie, 'content-type': type })
      expect(answer.status).toBe(415)
    }
    const preflight = await fetch(`${server.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-headers': 'shortlink-session' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull()
    expect(await who({ ...FROM_PAGE, cookie })).not.toBeNull()
  })

  it('neither MCP nor the plain routes take the cookie', async () => {
    const { cookie } = await signedIn()
    for (const path of ['/mcp', '/api/v1/hits?linkId=x']) {
      const response = await fetch(server.url + path, { headers: { ...FROM_PAGE, cookie } })
      expect([path, response.status >= 400]).toEqual([path, true])
    }
  })

  it('long answers are gzipped when asked for, and only for the dashboard', async () => {
    const { cookie } = await signedIn()
    const long = '{ __schema { types { name description fields { name description } } } }'
    const sizes = async (headers: Headers) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: long }),
      })
      const { data } = (await response.json()) as { data: { __schema: { types: unknown[] } } }
      return [response.headers.get('content-encoding'), data.__schema.types.length > 50]
    }
    expect(await sizes({ ...FROM_PAGE, cookie, 'accept-encoding': 'gzip' })).toEqual(['gzip', true])
    expect(await sizes({ ...FROM_PAGE, cookie, 'accept-encoding': 'gzip;q=0' })).toEqual([null, true])
    expect(await sizes({ 'accept-encoding': 'gzip' })).toEqual([null, true])
  })
})

it('under an https APP_URL the cookie is bound to the host and to https', async () => {
  const server = await startTestServer({ settings: { BASE_URL: 'https://sho.rt' } })
  try {
    const signup =
      'mutation { signup(name: "Ada", email: "ada@example.com", password: "engine number nine") { token } }'
    const made = await post(server.url, signup, {}, { ...FROM_PAGE, host: 'sho.rt' })
    expect(made.cookies).toEqual([
      expect.stringMatching(/^__Host-shortlink=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/),
    ])
    const renamed = pairOf(made.cookies).replace('__Host-', '')
    expect(
      (await post(server.url, WHO, {}, { ...FROM_PAGE, host: 'sho.rt', cookie: renamed })).data?.getUserInfo ?? null,
    ).toBeNull()
  } finally {
    await server.close('the test is over')
  }
})

it('with DASHBOARD=false there is neither page nor cookie', async () => {
  const server = await startTestServer({ settings: { DASHBOARD: 'false' } })
  try {
    expect((await fetch(`${server.url}/dash`)).status).toBe(404)
    expect((await fetch(`${server.url}/dash/visits`)).status).toBe(404)
    const { email, password } = await newAccount(server.url)
    const answer = await post(server.url, LOGIN, { email, password }, FROM_PAGE)
    expect([answer.cookies, answer.data]).toEqual([[], { login: { token: expect.stringMatching(/^ey/) } }])
  } finally {
    await server.close('the test is over')
  }
})
