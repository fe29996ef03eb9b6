import { expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { newAccount } from '../support/api.ts'
import { restClient } from '../support/rest.ts'
import { useTestServer } from '../support/server.ts'

const MESSAGE = 'cursor must be nextCursor of the previous page; omit it to start over'
const server = useTestServer()

it.each(['x', 'WzEsMV0', 'a\u0000b', 'x'.repeat(300)])(
  'a cursor that no page returned gets one error from every list: %j',
  async (cursor) => {
    const { headers, ask } = await newAccount(server.url)
    const call = restClient(server.url, headers)
    const { id } = (await call('POST', '/links', { target: 'https://example.com/' })).json
    const query = `cursor=${encodeURIComponent(cursor)}`
    for (const path of ['/links', '/links?sort=MOST_VISITED', `/links/${id}/hits`, '/audit']) {
      const { json } = await call('GET', path + (path.includes('?') ? '&' : '?') + query)
      expect([path, json]).toMatchObject([
        path,
        { code: 'BAD_USER_INPUT', detail: MESSAGE, errors: [{ parameter: 'cursor', detail: MESSAGE }] },
      ])
    }
    const { errors } = await ask('query ($cursor: String) { auditLog(cursor: $cursor) { nextCursor } }', { cursor })
    expect(errors).toMatchObject([{ message: MESSAGE, extensions: { code: 'BAD_USER_INPUT' } }])
    const { data } = await ask('mutation { createApiKey(label: "agent") { secret } }')
    const session = await rawClient(`${server.url}/mcp?toolsets=all`, data.createApiKey.secret).open()
    for (const [tool, args] of [
      ['list_shortlinks'],
      ['list_domains'],
      ['list_bio_pages'],
      ['list_webhooks'],
      ['get_hit_stats', { id }],
      ['list_audit_entries'],
    ] as const) {
      const { result } = await (await session.send(toolCall(tool, { ...args, cursor }))).json()
      expect([tool, JSON.parse(result.content[0].text)]).toEqual([tool, { error: MESSAGE }])
    }
  },
)
