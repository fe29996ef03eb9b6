import { expect, it } from 'vitest'
import { parseCsv } from '../../hosts/import/csv.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { attackedServer } from './attacked-server.ts'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

const ADD = 'mutation ($input: CreateShortlinkInput!) { addShortlink(input: $input) { id shortlink } }'

it('L1: a visitor puts no formula into an export of visits, also behind another separator', async () => {
  const { url } = await attackedServer()
  const account = await newAccount(url)
  const { data } = await account.ask(ADD, { input: { target: 'https://example.com/' } })
  const referer = 'https://a.example/;=1+1'
  const visited = await follow(url, `${data.addShortlink.shortlink}?utm_term=x%09%3D1%2B1`, { referer, ...BROWSER })
  expect(visited.status).toBe(302)
  await expect.poll(() => account.clicks()).toBe(1)
  const text = await (await fetch(`${url}/api/v1/hits?format=csv`, { headers: account.headers })).text()
  const [names = [], row = []] = parseCsv(text)
  expect(row[names.indexOf('utmTerm')]).toBe("x\t'=1+1")
  expect(text).not.toMatch(/[;\t|\n]=/)
})

it('L2, L3: forwarding changes no parameter of the target and leaves no path of it', async () => {
  const { url } = await attackedServer()
  const account = await newAccount(url)
  const input = { target: 'https://example.com/docs?user_id=1', forwardQuery: true, forwardPath: true }
  const { shortlink } = (await account.ask(ADD, { input })).data.addShortlink
  for (const query of ['user.id=2', 'user%20id=3', 'user[id=4', '+user_id=5', 'x=1;user_id=8']) {
    const location = (await follow(url, `${shortlink}?${query}`, BROWSER)).headers.get('location')
    expect([query, location]).toEqual([query, 'https://example.com/docs?user_id=1'])
  }
  for (const path of ['..;/admin', '..%3b/admin', '%2e%2e;a=b/admin'])
    expect((await follow(url, `${shortlink}/${path}`, BROWSER)).headers.get('location')).toBeNull()
})

it('L4: the page of another site cannot post a password for its visitor', async () => {
  const { url } = await attackedServer()
  const account = await newAccount(url)
  const password = 'seven quiet rivers'
  const { shortlink } = (await account.ask(ADD, { input: { target: 'https://example.com/', password } })).data
    .addShortlink
  const post = (headers: Record<string, string>) =>
    fetch(`${url}/${shortlink}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ password }),
    })
  const foreign = await post({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
  expect([foreign.status, foreign.headers.get('location')]).toEqual([403, null])
  expect((await post({ 'sec-fetch-site': 'same-origin', origin: url })).status).toBe(303)
})

it('L6: a backslash before the query is refused by GraphQL, in a link and in bulk, with the reason', async () => {
  const { url } = await attackedServer()
  const account = await newAccount(url)
  const target = 'https://good.com\\.evil.com/'
  const message = 'target must not contain a backslash before the query; write / or %5C'
  const one = await account.ask('mutation ($target: String!) { createShortlink(target: $target) }', { target })
  expect(one.errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  const bulk = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok error } }'
  expect((await account.ask(bulk, { inputs: [{ target }] })).data.createShortlinks).toEqual([
    { ok: false, error: message },
  ])
})

it('L5: the token of the dashboard’s cookie is no bearer token, nor a bearer token a cookie', async () => {
  const { url } = await attackedServer()
  const { email, password, token } = await newAccount(url)
  const fromPage = { 'shortlink-session': 'cookie', 'sec-fetch-site': 'same-origin' }
  const query = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
  const login = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...fromPage, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { email, password } }),
  })
  const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';')
  const stolen = cookie.slice('shortlink='.length)
  expect(stolen).toMatch(/^ey/)
  const who = async (headers: Record<string, string>) =>
    (await ask(url, '{ getUserInfo { email } }', {}, headers)).data?.getUserInfo ?? null
  const hits = async (bearer: string) =>
    (await fetch(`${url}/api/v1/hits`, { headers: { authorization: `Bearer ${bearer}` } })).status

  expect(await who({ ...fromPage, cookie })).toEqual({ email })
  expect([await who({ authorization: `Bearer ${stolen}` }), await hits(stolen)]).toEqual([null, 401])
  expect([await who({ authorization: `Bearer ${token}` }), await hits(token)]).toEqual([{ email }, 200])
  expect(await who({ ...fromPage, cookie: `shortlink=${token}` })).toBeNull()
})
