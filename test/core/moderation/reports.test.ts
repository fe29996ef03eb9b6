import { openMemoryStore } from '@shortlink/adapters/memory'
import {
  ALL_SCOPES,
  type ApiKeyId,
  anonymous,
  createApp,
  createBioPage,
  createLink,
  createWebhook,
  deleteLink,
  getInstanceStats,
  type Link,
  listBlockedHosts,
  listReports,
  operator,
  resolveReport,
  sendTestEvent,
  setAccountRole,
  type User,
  updateWebhook,
} from '@shortlink/core'
import { aDomain } from '@shortlink/core/contracts'
import { JOBS, payloadOf, reportLink } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const PHISH = 'https://Login.Phish.test./bank'

async function setUp() {
  const store = openMemoryStore()
  const find = async (host: string) => (host === 'sho.rt' ? 'own' : await store.domains.findVerified(host)) ?? 'foreign'
  const ports = testPorts({ store, servedHosts: { isOwn: () => false, find } })
  const app = createApp(ports)
  const owner = await newUser(ports)
  const report = (url: string, given: object = {}) =>
    app.run(reportLink, anonymous, { url, reason: 'phishing', email: '', ...given })
  const create = async (given: object = {}): Promise<Link> =>
    (await app.run(createLink, owner, { target: PHISH, ...given }))._unsafeUnwrap()
  const list = async (page: object = {}) => (await app.run(listReports, operator, page))._unsafeUnwrap()
  const asAdmin = async (): Promise<User> => {
    const user = await newUser(ports)
    await app.run(setAccountRole, operator, { id: user.userId, role: 'ADMIN' })
    return { ...user, via: { kind: 'session', tokenId: 't', epoch: 0, expiresAt: 0, role: 'ADMIN' } }
  }
  return { ports, app, owner, report, create, list, asAdmin }
}

describe('a report', () => {
  it('names the link, its owner and the host of its target, however the visitor writes the URL', async () => {
    const { report, create, list, owner } = await setUp()
    const { id } = await create({ slug: 'parcel' })
    const forms = [
      'https://sho.rt/parcel',
      ' sho.rt/parcel?x=1#y ',
      'http://SHO.RT/parcel/more',
      'https://sho.rt//parcel.',
    ]
    for (const url of forms) expect((await report(url, { email: ' ada@example.com ' })).isOk(), url).toBe(true)
    const { items, totalCount } = await list()
    expect(totalCount).toBe(forms.length)
    expect(items.map(({ url }) => url).sort()).toEqual(forms.map((url) => url.trim()).sort())
    for (const item of items)
      expect(item).toMatchObject({
        ...{ subject: id, owner: owner.userId, host: 'login.phish.test', reason: 'phishing' },
        ...{ email: 'ada@example.com', resolvedAt: null, blocked: false, link: { id } },
      })
  })

  it('names the hosts that rules and the fallback lead to', async () => {
    const { report, create, list } = await setUp()
    const rule = (target: string) => ({ type: 'device', value: 'mobile', target })
    const rules = [rule('https://cloaked.test/a'), rule('https://cloaked.test/b'), rule(PHISH)]
    await create({ slug: 'cloak', rules, fallbackTarget: 'https://last.test./' })
    await report('sho.rt/cloak')
    expect((await list()).items).toMatchObject([
      { host: 'login.phish.test', otherHosts: ['cloaked.test', 'last.test'] },
    ])
  })

  it('can be about a bio page and a custom domain, and about no other URL', async () => {
    const { ports, app, report, list, owner } = await setUp()
    const domain = aDomain(owner.userId, { hostname: 'go.example.com', verified: true })
    await ports.store.domains.insert(domain)
    await app.run(createBioPage, owner, { slug: 'ada' })
    for (const url of ['sho.rt/bio/ada', 'https://go.example.com/', 'go.example.com/gone'])
      expect((await report(url)).isOk(), url).toBe(true)
    const { items } = await list()
    expect(items.every(({ link, host, owner: of }) => link === null && host === null && of === owner.userId)).toBe(true)
    const message = 'There is no link or page of this service at this URL. Check it for typos.'
    for (const url of [
      'sho.rt/unknown',
      'sho.rt',
      'https://example.org/bio/ada',
      'sho.rt/bio/none',
      'not a URL',
      'sho.rt/%00',
    ])
      expect((await report(url))._unsafeUnwrapErr(), url).toEqual({ type: 'invalid-input', path: 'url', message })
  })

  it('needs a reason, and a valid email address if any', async () => {
    const { report, create } = await setUp()
    await create({ slug: 'parcel' })
    const fieldOf = async (given: object) => (await report('sho.rt/parcel', given))._unsafeUnwrapErr()
    expect(await fieldOf({ reason: ' \n ' })).toMatchObject({ path: 'reason', message: 'Describe the problem.' })
    expect(await fieldOf({ reason: 'x'.repeat(2001) })).toMatchObject({ path: 'reason' })
    expect(await fieldOf({ email: 'ada' })).toMatchObject({ path: 'email' })
    expect((await report('sho.rt/parcel', { reason: '\r\n'.repeat(1000) + 'x'.repeat(1000) })).isOk()).toBe(true)
  })

  it('is stored at most ten times for a link while it is open, without telling the visitor', async () => {
    const { report, create, list } = await setUp()
    await create({ slug: 'parcel' })
    for (let n = 0; n < 12; n += 1) expect((await report('sho.rt/parcel'))._unsafeUnwrap()).toBe(true)
    expect((await list()).totalCount).toBe(10)
  })

  it('is gone 30 days after it was resolved, with its email address, and after a year in any case', async () => {
    const { ports, app, report, create, list } = await setUp()
    const job = JOBS.find(({ name }) => name === 'forget old reports')
    const sweep = () => job?.run({ ...ports, expiryTime: async () => ports.clock.now() } as never)
    const DAY_MS = 24 * 60 * 60 * 1000
    for (const slug of ['one', 'two']) {
      await create({ slug })
      await report(`sho.rt/${slug}`)
    }
    const [{ id } = { id: '' }] = (await list()).items
    await app.run(resolveReport, operator, { id, block: false })
    ports.clock.advance(30 * DAY_MS)
    await sweep()
    expect((await list()).totalCount).toBe(2)
    ports.clock.advance(1)
    await sweep()
    expect((await list()).totalCount).toBe(1)
    ports.clock.advance(335 * DAY_MS)
    await sweep()
    expect((await list()).totalCount).toBe(0)
  })
})

describe('resolving a report', () => {
  it('with a block blocks the host that the link had when it was reported, deleted or not', async () => {
    const { app, owner, report, create, list } = await setUp()
    const link = await create({ slug: 'parcel' })
    await report('sho.rt/parcel')
    await app.run(deleteLink, owner, { id: link.id })
    const [open] = (await list({ resolved: false })).items
    expect(open).toMatchObject({ link: null, host: 'login.phish.test' })
    expect((await app.run(getInstanceStats, operator, {}))._unsafeUnwrap().openReports).toBe(1)
    expect((await app.run(resolveReport, operator, { id: open?.id, block: true })).isOk()).toBe(true)
    expect((await list({ resolved: false })).items).toEqual([])
    expect((await list({ resolved: true })).items).toMatchObject([{ id: open?.id, blocked: true }])
    const blocked = (await app.run(listBlockedHosts, operator, {}))._unsafeUnwrap().items
    expect(blocked).toMatchObject([{ host: 'login.phish.test', reason: `Abuse report ${open?.id}` }])
  })

  it('without a host to block, or of an unknown report, changes nothing', async () => {
    const { app, owner, report, list } = await setUp()
    await app.run(createBioPage, owner, { slug: 'ada' })
    await report('sho.rt/bio/ada')
    const [open] = (await list()).items
    const resolve = async (id: string | undefined) =>
      (await app.run(resolveReport, operator, { id, block: true }))._unsafeUnwrapErr()
    expect(await resolve(open?.id)).toMatchObject({ type: 'invalid-input', path: 'block' })
    expect(await resolve('unknown')).toEqual({ type: 'not-found', what: 'Report' })
    expect((await list({ resolved: false })).totalCount).toBe(1)
  })
})

describe('the event link.reported', () => {
  const webhook = { url: 'https://hooks.example.com/', events: ['link.reported'] }

  it('goes to the webhooks of administrators alone, without the address of the visitor', async () => {
    const { ports, app, report, create, asAdmin } = await setUp()
    const [admin, former] = [await asAdmin(), await asAdmin()]
    const hookOf = async (user: User) => (await app.run(createWebhook, user, webhook))._unsafeUnwrap().webhook.id
    const [hook, formerHook] = [await hookOf(admin), await hookOf(former)]
    await app.run(setAccountRole, operator, { id: former.userId, role: 'USER' })
    const { id } = await create({ slug: 'parcel' })
    await report('sho.rt/parcel?private=1', { email: 'reporter@example.com' })
    expect(await ports.store.deliveries.listByWebhook(formerHook, 10)).toEqual([])
    const [delivery] = await ports.store.deliveries.listByWebhook(hook, 10)
    const body = JSON.parse(payloadOf(delivery?.data as never, 'https://sho.rt'))
    expect(body).toEqual({
      type: 'link.reported',
      timestamp: expect.any(String),
      data: {
        report: {
          ...{ id: expect.any(String), linkId: id, shortUrl: 'https://sho.rt/parcel', targetHost: 'login.phish.test' },
          ...{ reason: 'phishing', createdAt: expect.any(String) },
        },
      },
    })
  })

  it('is for sessions of administrators to subscribe to; anyone may send a sample of it', async () => {
    const { app, owner, asAdmin } = await setUp()
    const via = {
      kind: 'api-key',
      keyId: 'k' as ApiKeyId,
      expiresAt: null,
      scopes: ALL_SCOPES,
      targetHosts: null,
    } as const
    for (const user of [owner, { ...(await asAdmin()), via }])
      expect((await app.run(createWebhook, user, webhook))._unsafeUnwrapErr()).toEqual({ type: 'not-administrator' })
    const own = (await app.run(createWebhook, owner, { ...webhook, events: ['link.created'] }))._unsafeUnwrap().webhook
    const { id } = own
    expect((await app.run(updateWebhook, owner, { id, ...webhook }))._unsafeUnwrapErr()).toEqual({
      type: 'not-administrator',
    })
    const sent = await app.run(sendTestEvent, owner, { webhook: id, event: 'link.reported' })
    expect(JSON.parse(payloadOf(sent._unsafeUnwrap().data, 'https://sho.rt'))).toMatchObject({
      data: { report: { id: 'test-report' } },
    })
  })
})
