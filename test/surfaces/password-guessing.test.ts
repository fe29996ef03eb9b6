import { describe, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { useTestServer } from '../support/server.ts'

const LOGIN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'

const settings = { RATELIMIT_AUTH_PER_MIN: '4', TRUST_PROXY: '1' }

/** One try at a server, from an address. */
const loginAt = (server: { url: string }) =>
  async function login(email: string, password: string, from: string) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ query: LOGIN, variables: { email, password } }),
    })
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] }
    return [response.status, errors?.[0]?.extensions.code, response.headers.has('retry-after')]
  }

const WRONG = [200, 'UNAUTHENTICATED', false]
const REFUSED = [429, 'RATE_LIMITED', true]
const RIGHT = [200, undefined, false]

describe('guessing at passwords', () => {
  const server = useTestServer({ settings })
  const login = loginAt(server)

  it('password attempts end at the limit of an address, over all accounts', async () => {
    const { email, password } = await newAccount(server.url)
    for (const name of [email, 'unknown@example.com', email, 'owner@example.com'])
      expect(await login(name, 'wrong', '203.0.113.1')).toEqual(WRONG)
    expect(await login(email, password, '203.0.113.1')).toEqual(REFUSED)
    expect(await login(email, password, '203.0.113.2')).toEqual(RIGHT)
  })

  it.each(['an account', 'no account'])(
    'password attempts at %s from many addresses are limited to one a minute from each',
    async (which) => {
      const account = await newAccount(server.url)
      const email = which === 'an account' ? account.email : `no-${account.email}`
      for (let guess = 0; guess < 20; guess += 1)
        expect(await login(email, 'wrong', `198.51.100.${guess}`)).toEqual(WRONG)
      expect(await login(email, 'wrong', '192.0.2.1')).toEqual(WRONG)
      expect(await login(email, 'wrong', '192.0.2.1')).toEqual(REFUSED)
      expect(await login(email, account.password, '192.0.2.1')).toEqual(REFUSED)
      const owner = await login(email, account.password, '192.0.2.2')
      expect(owner).toEqual(which === 'an account' ? RIGHT : WRONG)
    },
  )
})

describe('guessing at one account under many spellings', () => {
  const server = useTestServer({ settings })
  const login = loginAt(server)
  const spell = (email: string) => [
    email,
    email.toUpperCase(),
    email.replace('e', 'ｅ'),
    ` ${email.replaceAll('o', 'ⓞ')} `,
  ]

  it('password attempts at one account count together over all spellings, with wrong old passwords of its sessions', async () => {
    const { email, password, ask } = await newAccount(server.url)
    for (let guess = 0; guess < 18; guess += 1)
      expect(await login(spell(email)[guess % 4] ?? '', 'wrong', `198.51.100.${guess}`)).toEqual(WRONG)
    const change = 'mutation { resetPassword(oldPassword: "wrong", newPassword: "analytical engine") { token } }'
    for (const from of ['203.0.113.8', '203.0.113.9']) await ask(change, {}, { 'x-forwarded-for': from })
    expect(await login(email, 'wrong', '192.0.2.1')).toEqual(WRONG)
    for (const spelling of spell(email).slice(1)) expect(await login(spelling, password, '192.0.2.1')).toEqual(REFUSED)
    expect(await login(email, password, '192.0.2.2')).toEqual(RIGHT)
  })

  it('password attempts at an address without an account count together over all spellings', async () => {
    const email = 'no.one@example.com'
    for (let guess = 0; guess < 20; guess += 1)
      expect(await login(spell(email)[guess % 4] ?? '', 'wrong', `198.51.101.${guess}`)).toEqual(WRONG)
    expect(await login(email, 'wrong', '192.0.2.3')).toEqual(WRONG)
    for (const spelling of spell(email).slice(1)) expect(await login(spelling, 'wrong', '192.0.2.3')).toEqual(REFUSED)
  })
})
