import { aHit } from '@shortlink/core/contracts'
import { expect, it, vi } from 'vitest'
import { createRest } from '../../../hosts/rest/index.ts'
import { testPorts } from '../../support/ports.ts'
import { CONTEXT, keyHolder } from './key-holder.ts'

const MINUTE_MS = 60_000

async function fixture() {
  const ports = testPorts()
  const { app, link, request } = await keyHolder(ports)
  const route = createRest({ app, ports, onError: vi.fn() })
  await ports.store.hits.record(Array.from({ length: 1_200 }, () => aHit(link.id, { at: ports.clock.now() })))
  return { ports, route, open: () => route.handle(request('/api/v1/hits'), CONTEXT) }
}

it('an export whose client reads less than 64 KiB a minute is broken off, and its place is free', async () => {
  const { ports, open } = await fixture()
  const reader = (await open()).body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  const chunkMinutes = (value?.byteLength ?? 0) / 65_536
  const next = reader?.read()
  await next
  expect((await open()).status).toBe(429)
  ports.clock.advance((1 + 2 * chunkMinutes) * MINUTE_MS)
  await expect(reader?.read()).rejects.toThrow('reads too slowly')
  expect((await open()).status).toBe(200)
})

it('an export whose client reads in time goes on, however long it takes in all', async () => {
  const { ports, open } = await fixture()
  const reader = (await open()).body?.getReader()
  let lines = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? {}
    if (done) break
    lines += new TextDecoder().decode(value).split('\n').length - 1
    ports.clock.advance(MINUTE_MS)
  }
  expect(lines).toBe(1_200)
})
