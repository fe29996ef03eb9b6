import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { databaseText } from '../support/database-text.ts'
import { temporaryFolder } from '../support/databases.ts'
import { startTestServer } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

const SIGN_UP =
  'mutation ($email: String!) { signup(name: "Flood", email: $email, password: "a password hard to guess") { token } }'
const LOGIN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'

/** Posts an operation to a server from an address; the HTTP status and the code of the first error. */
async function post(
  server: { url: string },
  from: string,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ query, variables }),
  })
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] }
  return { status: response.status, code: errors?.[0]?.extensions.code, headers: response.headers }
}

const loginAt =
  (server: { url: string }) =>
  async (from: string, email: string, password = 'wrong') =>
    (await post(server, from, LOGIN, { email, password })).code

/** Behind a proxy, so that a test can send from many addresses. */
const serverUnderAttack = () => attackedServer('sqlite', { TRUST_PROXY: '1' })

it('H5: guessing at one account from many addresses is slowed down however the email address is spelled', async () => {
  const server = await serverUnderAttack()
  const login = loginAt(server)
  const { email, password } = await newAccount(server.url)
  const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)
  const spelling = (n: number) =>
    email.replace(/[a-z]/g, (letter, at: number) => ((n >> (at % 8)) & 1 ? wide(letter) : letter))
  for (let guess = 0; guess < 50; guess += 1) {
    expect(await login(`198.51.100.${guess}`, spelling(guess), 'wrong')).toBe('UNAUTHENTICATED')
  }
  const answers = []
  for (let guess = 0; guess < 40; guess += 1) {
    answers.push(await login(`203.0.113.${guess % 4}`, spelling(guess + 100), guess % 10 ? 'wrong' : password))
  }
  expect(answers.filter((code) => code === 'RATE_LIMITED')).toHaveLength(36)
})

it('M1: an idempotency record gives a reader of the database nothing to guess passwords by', async () => {
  const database = `sqlite:${join(temporaryFolder(), 'shortlink.db')}`
  const server = await attackedServer('sqlite', { DATABASE_URL: database })
  const account = await newAccount(server.url)
  const other = { email: account.email, password: account.password }
  await account.ask(LOGIN, other, { 'idempotency-key': 'k1' })
  const change = `mutation { resetPassword(oldPassword: ${JSON.stringify(account.password)}, newPassword: "Winter-2026!") { token } }`
  expect((await account.ask(change, {}, { 'idempotency-key': 'k1' })).errors).toEqual([])
  const records = (await databaseText(database)).get('idempotency_keys') ?? ''
  const asked = [other, { newPassword: 'Winter-2026!', oldPassword: account.password }]
  for (const call of asked) expect(records).not.toContain(hash('sha256', JSON.stringify(call), 'base64url'))
  expect(records).toBe('[]')
})

it('M2: a burst of 400 sign-ups right after a start is refused in words, does not hold up logins, and leaves no oracle for accounts', async () => {
  const server = await serverUnderAttack()
  const login = loginAt(server)
  const { email, password } = await newAccount(server.url)
  const burst = Array.from({ length: 400 }, async (_, n) => {
    const reply = await post(server, `2001:db8:${n % 50}::1`, SIGN_UP, { email: `flood-${n}@example.com` })
    return { status: reply.status, code: reply.code, retryAfter: reply.headers.get('retry-after') }
  })
  expect(await login('203.0.113.1', 'unknown@example.com')).toBe('UNAUTHENTICATED')
  expect(await login('203.0.113.1', email, password)).toBeUndefined()
  const answers = await Promise.all(burst)
  const refused = answers.filter(({ code }) => code !== undefined)
  expect(refused.length).toBeGreaterThan(100)
  for (const answer of refused) expect(answer).toEqual({ status: 429, code: 'RATE_LIMITED', retryAfter: '5' })
  for (const address of [email, 'unknown@example.com', 'other@y.com'])
    expect(await login('203.0.113.2', address)).toBe('UNAUTHENTICATED')
  expect(server.log()).not.toMatch(/at .*\.ts:/)
})

it('M6: a leaked key that expires cannot be kept alive by keys that it makes, nor make more than a hundred', async () => {
  const clock = { time: Date.now(), now: () => clock.time }
  const server = await startTestServer({ configure: (root) => void root.replace('clock', clock) })
  onTestFinished(() => server.close('the test is over'))
  const account = await newAccount(server.url)
  const create = 'mutation ($at: String) { createApiKey(label: "k", expiresAt: $at) { secret } }'
  const ends = clock.time + 60_000
  const leaked = (await account.ask(create, { at: new Date(ends).toISOString() })).data.createApiKey.secret
  const minted = (await ask(server.url, create, { at: null }, { 'x-api-key': leaked })).data.createApiKey.secret
  const fifteen = Array.from({ length: 15 }, (_, n) => `k${n}: createApiKey(label: "${n}") { secret }`).join(' ')
  for (let n = 0; n < 10; n += 1) await account.ask(`mutation { ${fifteen} }`)
  expect((await account.ask('{ getApiKeys { id } }')).data.getApiKeys).toHaveLength(100)
  clock.time = ends + 1
  for (const key of [leaked, minted]) {
    const { errors } = await ask(server.url, 'mutation { deleteAccount }', {}, { 'x-api-key': key })
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  }
  expect((await account.ask('{ getUserInfo { id } }')).errors).toEqual([])
})

it('L8: no query of a referrer is in the database, in the files beside it, or in what the owner reads', async () => {
  const folder = temporaryFolder()
  const database = `sqlite:${join(folder, 'shortlink.db')}`
  const server = await attackedServer('sqlite', { DATA_DIR: folder, DATABASE_URL: database })
  const account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createShortlink(target: "https://example.com/") }')
  await follow(server.url, data.createShortlink, { referer: 'https://mail.example/inbox?user=jane.doe@example.com#x' })
  const hits = '{ shortlinkConnection { items { hits { referrer } } } }'
  const referrers = async () => (await account.ask(hits)).data.shortlinkConnection.items[0].hits
  await expect.poll(referrers).toEqual([{ referrer: 'https://mail.example/inbox' }])
  expect((await databaseText(database)).get('hit_referrers')).not.toContain('jane')
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true }).map((file) =>
    file.isFile() ? textOf(join(file.parentPath, file.name)) : '',
  )
  expect(texts.filter((text) => text.includes('jane.doe'))).toEqual([])
})

/** The text of a file, or nothing when the server has removed the file since it was listed, as it does with its journal. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
