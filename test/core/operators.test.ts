import {
  addDomain,
  anonymous,
  createApp,
  createLink,
  deleteAccount,
  getInstanceStats,
  getProfile,
  listAccounts,
  listAnyLinks,
  onBehalfOf,
  operator,
  signUp,
} from '@shortlink/core'
import { findAnyLink, forgetHostname } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { aHit } from '../../core/contracts/samples.ts'
import { testPorts } from '../support/ports.ts'

const target = 'https://example.com/'

/** Two accounts, the first with a link, and an anonymous link. */
async function open() {
  const ports = testPorts()
  const app = createApp(ports)
  const account = async (name: string) => {
    const given = { name, email: `${name}@example.com`, password: 'difference engine' }
    return onBehalfOf((await app.run(signUp, anonymous, given))._unsafeUnwrap().user.id)
  }
  const [ada, bob] = [await account('ada'), await account('bob')]
  const { id } = (await app.run(createLink, ada, { target, slug: 'hers' }))._unsafeUnwrap()
  await app.run(createLink, anonymous, { target, slug: 'anonymous' })
  return { ports, app, ada, bob, id }
}

it('an operator lists accounts with their plans, and finds some by their address', async () => {
  const { app } = await open()
  const emails = async (page: object) =>
    (await app.run(listAccounts, operator, page))._unsafeUnwrap().items.map(({ email, plan }) => `${email} ${plan}`)
  expect((await emails({})).sort()).toEqual(['ada@example.com FREE', 'bob@example.com FREE'])
  expect(await emails({ search: ' ADA@ ' })).toEqual(['ada@example.com FREE'])
  expect((await app.run(listAccounts, operator, { take: 1001 })).isErr()).toBe(true)
})

it('an operator lists the links of all owners, of one, and of a host', async () => {
  const { app, ada } = await open()
  const slugs = async (page: object) =>
    (await app.run(listAnyLinks, operator, page))
      ._unsafeUnwrap()
      .items.map(({ slug }) => slug)
      .sort()
  expect(await slugs({})).toEqual(['anonymous', 'hers'])
  expect(await slugs({ search: 'ANONYM' })).toEqual(['anonymous'])
  expect(await slugs({ owner: ada.userId })).toEqual(['hers'])
  expect(await slugs({ host: 'SHO.RT' })).toEqual(['anonymous', 'hers'])
  expect(await slugs({ host: 'go.example.com' })).toEqual([])
  for (const targetHost of ['example.com', ' EXAMPLE.com. ']) expect(await slugs({ targetHost })).toHaveLength(2)
  expect(await slugs({ targetHost: 'example.com', owner: ada.userId })).toEqual(['hers'])
  for (const targetHost of ['example', 'ample.com', 'example.com.org']) expect(await slugs({ targetHost })).toEqual([])
})

it('an operator finds any link by slug or id, on the hosts that the service has', async () => {
  const { ports, id } = await open()
  for (const address of [{ slug: 'hers' }, { slug: id }, { slug: 'hers', host: ' sho.rt ' }])
    expect((await findAnyLink(ports, address))._unsafeUnwrap().id).toBe(id)
  expect((await findAnyLink(ports, { slug: 'none' }))._unsafeUnwrapErr().what).toBe('Shortlink')
  expect((await findAnyLink(ports, { slug: 'hers', host: 'go.example.com' }))._unsafeUnwrapErr().what).toBe('Domain')
})

it('an operator sees how many accounts, links and visits the instance has', async () => {
  const { ports, app, id } = await open()
  await ports.store.hits.record([aHit(id), aHit(id)])
  const stats = (await app.run(getInstanceStats, operator, {}))._unsafeUnwrap()
  expect(stats).toEqual({ accounts: 2, links: 2, visits: 2, openReports: 0 })
})

it('an operator frees a hostname only when no domain holds it', async () => {
  const { ports, app, ada } = await open()
  expect((await forgetHostname(ports, 'not a host')).isErr()).toBe(true)
  expect((await forgetHostname(ports, 'go.example.com'))._unsafeUnwrap()).toBe(false)
  await app.run(addDomain, ada, { hostname: 'go.example.com' })
  expect((await forgetHostname(ports, 'go.example.com'))._unsafeUnwrap()).toBe(true)
})

it('the profile of a caller has its account, plan and base address; a deleted account has none', async () => {
  const { app, bob } = await open()
  expect((await app.run(getProfile, bob, {}))._unsafeUnwrap()).toMatchObject({
    account: { id: bob.userId, email: 'bob@example.com' },
    plan: 'FREE',
    baseUrl: 'https://sho.rt',
  })
  await app.run(deleteAccount, bob, {})
  expect((await app.run(getProfile, bob, {}))._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
})
