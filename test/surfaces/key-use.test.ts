import { expect, it, onTestFinished } from 'vitest'
import { rawClient } from '../hosts/mcp/client.ts'
import { ask, newAccount } from '../support/api.ts'
import { startTestServer, surfaceDatabases } from '../support/server.ts'
import { waitFor } from '../support/wait-for.ts'

it.each(surfaceDatabases(import.meta.url))(
  'an API key shows the network of its last use on GraphQL, REST and MCP, on %s',
  async (database) => {
    const { url, close } = await startTestServer({ database, settings: { TRUST_PROXY: '1' } })
    onTestFinished(() => close('the test is over'))
    const account = await newAccount(url)
    const uses: Readonly<Record<string, (key: string, headers: Record<string, string>) => Promise<unknown>>> = {
      GraphQL: (key, headers) => ask(url, '{ ping }', {}, { 'x-api-key': key, ...headers }),
      REST: (key, headers) => fetch(`${url}/api/v1/account`, { headers: { 'x-api-key': key, ...headers } }),
      MCP: (key, headers) => rawClient(`${url}/mcp`, key).open(undefined, headers),
    }
    for (const [label, use] of Object.entries(uses)) {
      const query = 'mutation ($label: String!) { createApiKey(label: $label) { secret } }'
      const { data } = await account.ask(query, { label })
      await use(data.createApiKey.secret, { 'x-forwarded-for': '203.0.113.7' })
    }
    const used = Object.keys(uses).map((label) => ({ label, lastUsedNetwork: '203.0.113.0/24' }))
    await waitFor(async () => {
      const { data } = await account.ask('{ getApiKeys { label lastUsedNetwork } }')
      expect(data.getApiKeys.toReversed()).toEqual(used)
    })
    const listed = await (await fetch(`${url}/api/v1/keys`, { headers: account.headers })).json()
    expect(listed.items.toReversed()).toMatchObject(used)
  },
)
