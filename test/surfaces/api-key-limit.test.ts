import { describe, expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { surfaceDatabases, useTestServer } from '../support/server.ts'

describe.each(surfaceDatabases(import.meta.url))('API keys on %s', (database) => {
  const server = useTestServer({ database })

  it('an account has at most 100 API keys, also under concurrent requests', async () => {
    const account = await newAccount(server.url)
    const fifteen = Array.from({ length: 15 }, (_, n) => `k${n}: createApiKey(label: "${n}") { secret }`).join(' ')
    const answers = await Promise.all(Array.from({ length: 8 }, () => account.ask(`mutation { ${fifteen} }`)))
    const errors = answers.flatMap(({ errors }) => errors)
    expect(errors).not.toEqual([])
    for (const error of errors)
      expect(error).toMatchObject({
        message: 'An account has at most 100 API keys',
        extensions: { code: 'PLAN_LIMIT' },
      })
    expect((await account.ask('{ getApiKeys { id } }')).data.getApiKeys).toHaveLength(100)
  })

  it('an expiring API key makes no key that outlives it, or has expired already', async () => {
    const account = await newAccount(server.url)
    const create = 'mutation ($at: String) { createApiKey(label: "k", expiresAt: $at) { secret apiKey { expiresAt } } }'
    const at = new Date(Date.now() + 60_000).toISOString()
    const { secret } = (await account.ask(create, { at })).data.createApiKey
    const mint = (at?: string) => ask(server.url, create, { at }, { 'x-api-key': secret })
    expect((await mint()).data.createApiKey.apiKey.expiresAt).toBe(at)
    expect((await mint('2999-12-31T00:00:00Z')).data.createApiKey.apiKey.expiresAt).toBe(at)
    expect((await mint('2020-01-01T00:00:00Z')).errors).toMatchObject([
      { message: 'expiresAt must be in the future', extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it('a logout with session and API key ends the session', async () => {
    const account = await newAccount(server.url)
    const { data } = await account.ask('mutation { createApiKey(label: "k") { secret } }')
    const key = { 'x-api-key': data.createApiKey.secret }
    expect((await account.ask('mutation { logout }', {}, key)).data).toEqual({ logout: true })
    expect((await account.ask('{ getUserInfo { id } }')).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect((await account.ask('{ getUserInfo { id } }', {}, key)).data.getUserInfo.id).toBe(account.id)
    expect((await account.ask('mutation { logout }', {}, key)).data).toEqual({ logout: false })
  })
})
