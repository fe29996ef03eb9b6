import { describe, expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { surfaceDatabases, useTestServer } from '../support/server.ts'

const KEY = 'The API key is not valid'
const TOKEN = 'The session token is not valid'
const CREATE_WEBHOOK =
  'mutation { createWebhook(input: { url: "https://example.com/hook", events: ["link.created"] }) { id } }'
const CREATE = 'mutation { createShortlink(target: "https://example.com/") }'

describe.each(surfaceDatabases(import.meta.url))('a credential that is refused, on %s', (database) => {
  let aheadMs = 0
  const clock = { now: () => Date.now() + aheadMs }
  const server = useTestServer({ database, configure: (root) => void root.replace('clock', clock) })

  it.each([
    [
      'a revoked key',
      async (url: string) => {
        const account = await newAccount(url)
        const { data } = await account.ask('mutation { createApiKey(label: "k") { secret apiKey { id } } }')
        await account.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: data.createApiKey.apiKey.id })
        return { 'x-api-key': data.createApiKey.secret }
      },
      KEY,
    ],
    [
      'an expired key',
      async (url: string) => {
        const account = await newAccount(url)
        const { data } = await account.ask(
          'mutation ($at: String!) { createApiKey(label: "k", expiresAt: $at) { secret } }',
          { at: new Date(clock.now() + 60_000).toISOString() },
        )
        aheadMs += 60_000
        return { 'x-api-key': data.createApiKey.secret }
      },
      KEY,
    ],
    [
      'a session that ended',
      async (url: string) => {
        const account = await newAccount(url)
        await account.ask('mutation { logout }')
        return account.headers
      },
      TOKEN,
    ],
    ['no key at all', async () => ({ 'x-api-key': 'hello' }), KEY],
    ['no key at all, as a bearer token', async () => ({ authorization: 'Bearer sl_live_hello' }), KEY],
    ['no token at all', async () => ({ authorization: 'Bearer xx.yy.zz' }), TOKEN],
  ])(
    'a refused credential creates no anonymous link, and the error names the credential: %s',
    async (_what, credential, reason) => {
      const headers = await credential(server.url)
      for (const query of [CREATE, CREATE_WEBHOOK]) {
        const { data, errors } = await ask(server.url, query, {}, headers)
        expect(data).toBeNull()
        const extensions = { code: 'UNAUTHENTICATED', reason }
        expect(errors[0]).toMatchObject({ message: 'You must be logged in.', extensions })
      }
    },
  )

  it('without a credential the error names none', async () => {
    const { errors } = await ask(server.url, CREATE_WEBHOOK)
    expect(errors[0]).toMatchObject({ message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } })
    expect(errors[0]?.extensions).not.toHaveProperty('reason')
  })

  it('a refused credential does not block public operations', async () => {
    const headers = { authorization: 'Bearer xx.yy.zz' }
    expect((await ask(server.url, '{ ping }', {}, headers)).data.ping).toBe('pong')
    expect((await ask(server.url, 'mutation { logout }', {}, headers)).data.logout).toBe(false)
    expect((await ask(server.url, CREATE)).data.createShortlink).toMatch(/^\w{7}$/)
  })
})
