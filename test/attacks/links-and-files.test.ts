import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { attackedServer } from './attacked-server.ts'

it('L6: a backslash before the query is refused by GraphQL, in a link and in bulk, with the reason', async () => {
  const { url } = await attackedServer()
  const account = await newAccount(url)
  const target = 'https://good.com\\.evil.com/'
  const message = 'target must not contain a backslash before the query; write / or %5C'
  const one = await account.ask('mutation ($target: String!) { createShortlink(target: $target) }', { target })
  expect(one.errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  const bulk = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok error } }'
  expect((await account.ask(bulk, { inputs: [{ target }] })).data.createShortlinks).toEqual([{ ok: false, error: message }])
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
