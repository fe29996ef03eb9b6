import { createApiKey, createApp, revokeApiKey } from '@shortlink/core'
import { StoreBusy } from '@shortlink/core/adapter'
import { aHit, newLink } from '@shortlink/core/contracts'
import { expect, it, vi } from 'vitest'
import { createRest } from '../../../hosts/rest/index.ts'
import { newUser, testPorts } from '../../support/ports.ts'

/** The route, and an account with more visits than a page has. */
async function fixture(recheckMs?: number) {
  const ports = testPorts()
  const [app, user] = [createApp(ports), await newUser(ports)]
  const { secret, apiKey } = (await app.run(createApiKey, user, { label: 'k' }))._unsafeUnwrap()
  const link = await newLink(ports.store, { owner: user.userId })
  await ports.store.hits.record(Array.from({ length: 1500 }, () => aHit(link.id)))
  const onError = vi.fn()
  const route = createRest({ app, ports, onError }, { recheckMs })
  const get = async (headers: Record<string, string> = {}) => {
    const request = new Request('https://sho.rt/api/v1/hits', { headers: { 'x-api-key': secret, ...headers } })
    return route.handle(request, { clientIp: '192.0.2.1', host: 'own', params: {} })
  }
  const revoke = () => app.run(revokeApiKey, user, { id: apiKey.id })
  const keys = vi.spyOn(ports.store.apiKeys, 'findByDigest')
  const newKey = async () => (await app.run(createApiKey, user, { label: 'other' }))._unsafeUnwrap().secret
  return { get, revoke, newKey, onError, route, keys, reads: vi.spyOn(ports.store.hitStream, 'ofOwner') }
}

const countLines = async (response: Response) => (await response.text()).split('\n').length - 1

it('a page whose store is busy is tried again', async () => {
  const { get, reads, keys } = await fixture()
  const response = await get()
  reads.mockRejectedValueOnce(new StoreBusy('busy'))
  expect(await countLines(response)).toBe(1500)
  for (const ofStore of [reads, keys]) {
    ofStore.mockRejectedValueOnce(new StoreBusy('busy'))
    const refused = await get()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
  }
})

it('an export whose store fails is broken off, and can be asked for again', async () => {
  const { get, reads, onError } = await fixture()
  const response = await get()
  reads.mockRejectedValueOnce(new Error('the database is away'))
  await expect(response.text()).rejects.toThrow('away')
  reads.mockRejectedValueOnce(new Error('the database is away'))
  const failed = await get()
  expect(failed.status).toBe(500)
  expect(await failed.json()).toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    detail: 'Internal server error',
    requestId: expect.any(String),
  })
  expect(onError).toHaveBeenCalledTimes(2)
  expect(await countLines(await get())).toBe(1500)
})

it('an account has one export at a time, also while the first page is read', async () => {
  const { get } = await fixture()
  const [one, two] = await Promise.all([get(), get()])
  expect([one.status, two.status].sort()).toEqual([200, 429])
  await Promise.all([one.text(), two.text()])
  expect((await get()).status).toBe(200)
})

it('an export is broken off when its API key is revoked', async () => {
  const { get, revoke } = await fixture(-1)
  const response = await get()
  await revoke()
  await expect(response.text()).rejects.toThrow('The credential of the export is no longer valid')
})

it('another valid key of the request does not stand in for the revoked one', async () => {
  const { get, revoke, newKey } = await fixture(-1)
  const response = await get({ authorization: `Bearer ${await newKey()}` })
  await revoke()
  await expect(response.text()).rejects.toThrow('The credential of the export is no longer valid')
})

it('a server that stops breaks exports off', async () => {
  const { get, route } = await fixture()
  const response = await get()
  route.endStreams()
  await expect(response.text()).rejects.toThrow('The server stops')
  const late = await get()
  await expect(late.text()).rejects.toThrow('The server stops')
})
