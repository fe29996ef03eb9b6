import { openMemoryStore } from '@shortlink/adapters/memory'
import { analytics, anonymous, createLink, onBehalfOf, signUp } from '@shortlink/core'
import { expect, it, onTestFinished } from 'vitest'
import { openShortlink } from '../../hosts/app/embed.ts'
import { aHit } from '../hosts/graphql/fixture.ts'
import { temporaryFolder } from '../support/databases.ts'

const ADA = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }

it('the app gives a question about visits the answer of a moment ago, and another question one of its own', async () => {
  const settings = { DATA_DIR: temporaryFolder(), MIN_FREE_DISK_MB: '0' }
  const { app, ports, close } = await openShortlink(settings, (root) => root.replace('store', openMemoryStore()))
  onTestFinished(close)
  const caller = onBehalfOf((await app.run(signUp, anonymous, ADA))._unsafeUnwrap().user.id)
  const { id } = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
  const asked = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  const hits = async (filter: object = {}) =>
    (await app.run(analytics, caller, { ...asked, ...filter }))._unsafeUnwrap().totals.hits
  expect(await hits()).toBe(0)
  await ports.store.hits.record([aHit(id)])
  expect(await hits()).toBe(0)
  expect(await hits({ linkIds: [id] })).toBe(1)
})
