import { expect, it } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'

/** Two server processes on one Postgres. */
async function twoReplicas() {
  const environment = await testEnvironment('postgres')
  const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
  const [one, two] = await Promise.all([spawnServer(environment), spawnServer(other)])
  return [one.url, two.url] as const
}

it('replicas on one Postgres see each other’s links, keys and revocations', async () => {
  const [here, there] = await twoReplicas()
  const account = await newAccount(here)

  const created = await account.ask(CREATE, { slug: 'shared' })
  expect(created.data.createShortlink).toBe('shared')
  expect((await follow(there, 'shared')).status).toBe(302)

  const made = await account.ask('mutation { createApiKey(label: "k") { secret apiKey { id } } }')
  const { secret, apiKey } = made.data.createApiKey
  const byKey = () => ask(there, '{ getUserInfo { id } }', {}, { 'x-api-key': secret })
  expect((await byKey()).data.getUserInfo.id).toBe(account.id)
  await account.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: apiKey.id })
  expect((await byKey()).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')

  const bySession = () => ask(there, '{ getUserInfo { id } }', {}, account.headers)
  expect((await bySession()).data.getUserInfo.id).toBe(account.id)
  await account.ask('mutation { logout }')
  expect((await bySession()).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
})

it('a session that is ended on one replica is refused by the other at its next request, and the rest goes on', async () => {
  const [here, there] = await twoReplicas()
  const account = await newAccount(here)
  const login = async () => {
    const { email, password } = account
    const answer = await ask(
      there,
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
      { email, password },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
    return { authorization: `Bearer ${answer.data.login.token}` }
  }
  const codeOf = async (url: string, headers: Record<string, string>) =>
    (await ask(url, '{ getUserInfo { id } }', {}, headers)).errors[0]?.extensions.code
  const [one, other] = [await login(), await login()]
  const { data } = await ask(here, '{ sessions { id browser os network current } }', {}, one)
  expect(data.sessions).toMatchObject([
    { browser: 'Firefox', os: 'Linux' },
    { current: true },
    { browser: 'node', os: null },
  ])
  await account.ask('mutation ($id: ID!) { endSession(id: $id) }', { id: data.sessions[0].id })
  expect(await codeOf(there, other)).toBe('UNAUTHENTICATED')
  expect(await codeOf(there, one)).toBeUndefined()
  expect((await account.ask('mutation { endOtherSessions }')).data.endOtherSessions).toBe(1)
  expect(await codeOf(there, one)).toBe('UNAUTHENTICATED')
  for (const url of [here, there]) expect(await codeOf(url, account.headers)).toBeUndefined()
})

it('200 slugs raced over two replicas have exactly one winner each', async () => {
  const replicas = await twoReplicas()
  const slugs = Array.from({ length: 200 }, (_, index) => `raced-${index}`)
  const race = (slug: string) => Promise.all([...replicas, ...replicas].map((url) => ask(url, CREATE, { slug })))
  // Not all at once: a busy machine would refuse some for want of a connection to the database.
  while (slugs.length > 0) {
    for (const answers of await Promise.all(slugs.splice(0, 20).map(race))) {
      expect(answers.filter(({ data }) => data?.createShortlink)).toHaveLength(1)
      expect(answers.flatMap(({ errors }) => errors.map((error) => error.extensions.code))).toEqual(
        Array(3).fill('CONFLICT'),
      )
    }
  }
})
