import { describeError } from '@shortlink/core'
import { GRANTABLE_SCOPES } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { settings } from '../../../hosts/dash/words/en/settings.ts'
import { headersOf, modernCall } from '../../hosts/mcp/modern-client.ts'
import { ask, newAccount } from '../../support/api.ts'
import { connectedApp, publicUrl } from '../../support/oauth-app.ts'
import { useTestServer } from '../../support/server.ts'

const server = useTestServer()
const NO_ID = '00000000-0000-7000-8000-000000000000'

it('an app without a scope learns on each surface how to get it, in words for apps', async () => {
  const { headers } = await newAccount(server.url)
  const tokenFor = async (path: string) =>
    (await connectedApp(server.url, headers, { resource: publicUrl(server.url) + path }, ['links:read'])).access_token
  const authorization = `Bearer ${await tokenFor('/api/v1')}`
  const messageOf = async (query: string) =>
    (await ask(server.url, query, {}, { authorization })).errors.map(({ message, extensions }) => [
      extensions.code,
      message,
    ])

  expect(await messageOf(`mutation { updateShortlinks(inputs: [{ id: "${NO_ID}", title: "x" }]) { ok } }`)).toEqual([
    [
      'FORBIDDEN',
      'This app lacks the scope links:write; connect it again and tick "Create and change links, tags and aliases"',
    ],
  ])
  expect(await messageOf('mutation { createApiKey(label: "mine") { secret } }')).toEqual([
    ['FORBIDDEN', 'This app lacks the scope account; no app gets it, so do this in the dashboard'],
  ])

  const rest = await fetch(`${server.url}/api/v1/links/${NO_ID}`, { method: 'DELETE', headers: { authorization } })
  expect([rest.status, (await rest.json()).detail]).toEqual([
    403,
    'This app lacks the scope links:delete; connect it again and tick "Delete links"',
  ])

  const message = modernCall('create_shortlink', { target: 'https://example.com/' })
  const called = await fetch(`${server.url}/mcp/oauth`, {
    method: 'POST',
    headers: {
      ...headersOf(message),
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenFor('/mcp/oauth')}`,
    },
    body: JSON.stringify(message),
  })
  expect((await called.json()).result.structuredContent).toEqual({
    error: 'This app lacks the scope links:create; connect it again and tick "Create links"',
  })
})

it('a refusal names the permission in the words of the consent page', () => {
  for (const scope of GRANTABLE_SCOPES)
    expect(describeError({ type: 'missing-scope', scope, by: 'app' })).toContain(`tick "${settings.scopes[scope]}"`)
})
