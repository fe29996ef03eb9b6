import type { Link } from '@shortlink/core'
import { expect, it, vi } from 'vitest'
import { createRest } from '../../../hosts/rest/index.ts'
import { aLink } from '../../support/a-link.ts'
import { testPorts } from '../../support/ports.ts'
import { CONTEXT, keyHolder } from './key-holder.ts'

const BYTES = 8_700

/** An account with 1,000 links of {@link BYTES} each. */
async function accountWithLinks() {
  const ports = testPorts()
  const { app, link, request } = await keyHolder(ports)
  const owner = link.owner as Link['owner']
  const long = { note: '中'.repeat(2_000), target: `https://example.com/${'a'.repeat(2_000)}` }
  for (let at = 0; at < 1_000; at++)
    await ports.store.links.insert(aLink({ ...long, owner, slug: `slug-${at}`, createdAt: at }))
  const { handle } = createRest({ app, ports, onError: vi.fn() })
  const ends: (() => void)[] = []
  const context = { ...CONTEXT, onEnd: (listener: () => void) => void ends.push(listener) }
  return {
    list: async (limit: number) => handle(request(`/api/v1/links?limit=${limit}`), context),
    endAll: () => {
      for (const end of ends.splice(0)) end()
    },
  }
}

it('long responses of an account count until they are sent, 8 MiB in all, and short ones go on', async () => {
  const { list, endAll } = await accountWithLinks()
  const first = await list(450)
  expect(first.status).toBe(200)
  expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(450 * BYTES * 0.95)
  expect((await list(450)).status).toBe(200)
  const refused = await list(450)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    detail: 'Too many long responses are in progress',
  })
  expect((await list(1)).status).toBe(200)
  endAll()
  expect((await list(450)).status).toBe(200)
})

it('a response over 8 MiB is refused', async () => {
  const { list } = await accountWithLinks()
  const refused = await list(1_000)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'QUERY_TOO_COMPLEX', detail: 'The response has more than 8388608 bytes; request fewer items' },
  ])
})
