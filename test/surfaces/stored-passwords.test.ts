import { hash } from 'node:crypto'
import { canonicalJson } from '@shortlink/core/adapter'
import { expect, it, onTestFinished } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { databaseText } from '../support/database-text.ts'
import { DATABASES, startTestServer, testEnvironment } from '../support/server.ts'

const MUTATIONS = {
  signup:
    'mutation ($name: String!, $email: String!, $password: String!) { signup(name: $name, email: $email, password: $password) { token } }',
  login: 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
  resetPassword:
    'mutation ($oldPassword: String!, $newPassword: String!) { resetPassword(oldPassword: $oldPassword, newPassword: $newPassword) { token } }',
  createShortlink:
    'mutation ($target: String!, $slug: String!, $password: String!) { createShortlink(target: $target, shortlink: $slug, password: $password) }',
  createShortlinks:
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok shortlink { id } } }',
  createWebhook: 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }',
  updateShortlinks: 'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { ok } }',
}

/** A text as it stands, and by every plain digest of it that a guesser could compare with. */
const tracesOf = (text: string) => [
  text,
  ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => [
    hash(algorithm, text, 'hex'),
    hash(algorithm, text, 'base64').slice(0, 20),
    hash(algorithm, text, 'base64url').slice(0, 20),
  ]),
]

it.each(DATABASES)(
  'a password is in the database as its argon2id hash alone, also after operations with an idempotency key, on %s',
  async (database) => {
    const settings = await testEnvironment(database)
    const server = await startTestServer({ database, settings, slowPasswords: true })
    onTestFinished(() => server.close('the test is over'))
    const account = await newAccount(server.url)
    const other = { name: 'Ada', email: 'ada@example.com', password: 'Winter-2026!' }
    const calls = [
      ['signup', other],
      ['login', { email: other.email, password: other.password }],
      ['login', { email: other.email, password: 'a wrong password' }],
      ['resetPassword', { oldPassword: 'a wrong password', newPassword: 'Tr0ub4dor&3xyz' }],
      ['resetPassword', { oldPassword: account.password, newPassword: 'Tr0ub4dor&3xyz' }],
    ] as const
    for (const [name, variables] of calls) await account.ask(MUTATIONS[name], variables, { 'idempotency-key': 'k1' })

    const tables = await databaseText(settings.DATABASE_URL ?? '')
    expect(tables.get('users')).toContain('$argon2id$')
    const texts = calls.flatMap(([, variables]) => [
      canonicalJson(variables),
      ...Object.entries(variables).flatMap(([name, value]) => (/password/i.test(name) ? [value] : [])),
    ])
    const traces = texts.flatMap(tracesOf)
    for (const [table, text] of tables)
      expect(
        traces.filter((trace) => text.includes(trace)),
        `in ${table}`,
      ).toEqual([])
  },
)

it.each(DATABASES)(
  'a password of a link is in the database as its argon2id hash alone, also after operations with an idempotency key, on %s',
  async (database) => {
    const settings = await testEnvironment(database)
    const server = await startTestServer({ database, settings, slowPasswords: true })
    onTestFinished(() => server.close('the test is over'))
    const account = await newAccount(server.url)
    // Deliveries hold the events of the links.
    const hook = { input: { url: 'http://127.0.0.1:9/', events: ['link.created', 'link.updated'] } }
    expect((await account.ask(MUTATIONS.createWebhook, hook)).errors).toEqual([])
    const call = async (name: 'createShortlink' | 'createShortlinks' | 'updateShortlinks', variables: object) => {
      const key = { 'idempotency-key': name }
      const { data, errors } = await account.ask(MUTATIONS[name], variables, key)
      expect(errors).toEqual([])
      expect((await account.ask(MUTATIONS[name], variables, key)).data).toEqual(data)
      return data[name]
    }
    const passwords = ['seven quiet rivers', 'nine loud harbours', 'three warm lanterns']
    const target = 'https://example.com/'
    const single = { target, slug: 'single', password: passwords[0] }
    const several = { inputs: [{ target, shortlink: 'several', password: passwords[1] }] }
    await call('createShortlink', single)
    const [{ shortlink }] = await call('createShortlinks', several)
    const changes = { inputs: [{ id: shortlink.id, password: passwords[2] }] }
    expect(await call('updateShortlinks', changes)).toEqual([{ ok: true }])
    // A right and a wrong one.
    for (const password of [passwords[2], passwords[1]])
      await fetch(`${server.url}/several`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ password: String(password) }),
      })

    const tables = await databaseText(settings.DATABASE_URL ?? '')
    expect(tables.get('links')).toContain('$argon2id$')
    expect(tables.get('webhook_deliveries')).toContain('several')
    expect(tables.get('idempotency_keys')).toContain('updateLinks')
    const inputs = [single, several, changes, ...several.inputs, ...changes.inputs].map((input) => canonicalJson(input))
    const traces = [...passwords, ...inputs].flatMap(tracesOf)
    for (const [table, text] of tables) {
      expect(
        traces.filter((trace) => text.includes(trace)),
        `in ${table}`,
      ).toEqual([])
      if (table !== 'links' && table !== 'users') expect(text, `in ${table}`).not.toContain('$argon2id$')
    }
  },
)

it('login, signup and resetPassword are never answered from storage: an idempotency key is ignored there', async () => {
  const server = await startTestServer({ slowPasswords: true })
  onTestFinished(() => server.close('the test is over'))
  const account = await newAccount(server.url)
  const key = { 'idempotency-key': 'k1' }
  const login = async () =>
    (await account.ask(MUTATIONS.login, { email: account.email, password: account.password }, key)).data.login.token
  expect(await login()).not.toBe(await login())
  const change = { oldPassword: account.password, newPassword: 'Tr0ub4dor&3xyz' }
  const { data } = await account.ask(MUTATIONS.resetPassword, change, key)
  const again = await ask(server.url, MUTATIONS.resetPassword, change, {
    ...key,
    authorization: `Bearer ${data.resetPassword.token}`,
  })
  expect(again.errors).toHaveLength(1)
})
