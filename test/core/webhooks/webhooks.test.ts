import { openMemoryStore } from '@shortlink/adapters/memory'
import {
  anonymous,
  createApp,
  createLink,
  createLinks,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhook,
} from '@shortlink/core'
import { signingKey } from '@shortlink/core/adapter'
import { aBioPage } from '@shortlink/core/contracts'
import { recordBioView } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const URL = 'https://hooks.example.com/shortlink'
const EVENTS = ['link.created', 'link.clicked', 'bio.viewed'] as const
const KNOWN = 'link.created, link.updated, link.deleted, link.clicked, bio.viewed, domain.lapsing, link.reported'

async function open(overrides = {}) {
  let wakes = 0
  const ports = testPorts({ dispatcher: { wake: () => wakes++ }, ...overrides })
  const app = createApp(ports)
  const user = await newUser(ports)
  const create = async (raw: object = {}) =>
    (await app.run(createWebhook, user, { url: URL, events: EVENTS, ...raw }))._unsafeUnwrap()
  const deliveries = async (webhook: string) =>
    (await app.run(listWebhookDeliveries, user, { webhook }))._unsafeUnwrap()
  return { ports, app, user, create, deliveries, wakes: () => wakes }
}

describe('creating a webhook', () => {
  it('returns the secret once', async () => {
    const { app, user, create, ports } = await open()
    const { webhook, secret } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ url: URL, events: EVENTS, enabled: true, owner: user.userId })
    const listed = (await app.run(listWebhooks, user, {}))._unsafeUnwrap()
    expect(listed).toEqual([webhook])
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(ports.webhookSigner.secret(signingKey(webhook))).toBe(secret)
  })

  it('gives each webhook a secret of its own', async () => {
    const { create } = await open()
    expect((await create()).secret).not.toBe((await create()).secret)
  })

  it.each([
    [{ url: 'ftp://example.com/' }, 'url must be an absolute http:// or https:// URL'],
    [{ url: '/hook' }, 'url must be an absolute http:// or https:// URL'],
    [{ url: 'https://me:secret@example.com/' }, 'url must not contain credentials'],
    [{ url: 'https://me@example.com/' }, 'url must not contain credentials'],
    [{ url: null }, 'url must be a string'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url must have at most 2048 characters'],
    [{ events: [] }, 'events must name at least one event'],
    [{ events: ['link.gone'] }, `events[0]: must be one of ${KNOWN}`],
    [{ events: 'link.created' }, `events must be a list of ${KNOWN}`],
    [{ events: [null] }, `events[0]: must be one of ${KNOWN}`],
  ])('refuses %j', async (raw, message) => {
    const { app, user } = await open()
    const refused = await app.run(createWebhook, user, { url: URL, events: EVENTS, ...raw })
    expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', message })
  })

  it('subscribes once to an event that is named twice', async () => {
    const { create } = await open()
    const { webhook } = await create({ events: ['bio.viewed', 'bio.viewed', 'link.created'] })
    expect(webhook.events).toEqual(['bio.viewed', 'link.created'])
  })

  it('refuses a forbidden address, and so does changing to one', async () => {
    const addressGuard = { objection: async (url: string) => (url.includes('inside') ? 'url is inside' : undefined) }
    const { app, user, create } = await open({ addressGuard })
    const error = { type: 'invalid-input', message: 'url is inside', path: 'url' }
    const inside = 'https://inside.example/'
    const created = await app.run(createWebhook, user, { url: inside, events: EVENTS })
    expect(created._unsafeUnwrapErr()).toEqual(error)
    const { webhook } = await create()
    const changed = await app.run(updateWebhook, user, { id: webhook.id, url: inside })
    expect(changed._unsafeUnwrapErr()).toEqual(error)
    expect((await app.run(listWebhooks, user, {}))._unsafeUnwrap()).toEqual([webhook])
  })

  it('checks the address before the transaction, so that the check does not hold up other writers', async () => {
    const store = openMemoryStore()
    const addressGuard = { objection: async () => void (await store.ping()) }
    const { app, user } = await open({ store, addressGuard })
    const create = () => app.run(createWebhook, user, { url: URL, events: EVENTS }, { idempotencyKey: 'k' })
    const [first, again] = [await create(), await create()]
    expect(first._unsafeUnwrap()).toEqual(again._unsafeUnwrap())
    expect((await app.run(listWebhooks, user, {}))._unsafeUnwrap()).toHaveLength(1)
  })

  it('needs an account', async () => {
    const { app } = await open()
    const refused = await app.run(createWebhook, anonymous, { url: URL, events: EVENTS })
    expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
  })
})

describe('a webhook of another owner', () => {
  it('is not found', async () => {
    const { app, ports, create, deliveries } = await open()
    const { webhook } = await create()
    const stranger = await newUser(ports)
    const { id } = webhook
    const missing = { type: 'not-found', what: 'Webhook' }
    const tries = [
      app.run(updateWebhook, stranger, { id, enabled: false }),
      app.run(deleteWebhook, stranger, { id }),
      app.run(listWebhookDeliveries, stranger, { webhook: id }),
      app.run(rotateWebhookSecret, stranger, { id }),
      app.run(sendTestEvent, stranger, { webhook: id }),
      app.run(deleteWebhook, stranger, { id: 'no id' }),
    ]
    for (const tried of tries) expect((await tried)._unsafeUnwrapErr()).toEqual(missing)
    await ports.store.outbox.addTo(webhook, { ...aLinkCreated, owner: webhook.owner })
    const [delivery] = await deliveries(id)
    const replayed = await app.run(replayWebhookDelivery, stranger, { id: delivery?.id })
    expect(replayed._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Webhook delivery' })
    expect((await app.run(listWebhooks, stranger, {}))._unsafeUnwrap()).toEqual([])
  })
})

describe('a webhook of the caller', () => {
  it('changes in the given fields and keeps the others', async () => {
    const { app, user, create, wakes } = await open()
    const { webhook } = await create()
    const changed = await app.run(updateWebhook, user, { id: webhook.id, enabled: false })
    expect(changed._unsafeUnwrap()).toEqual({ ...webhook, enabled: false })
    const moved = { url: 'https://elsewhere.example/', events: ['bio.viewed'] }
    const both = await app.run(updateWebhook, user, { id: webhook.id, ...moved })
    expect(both._unsafeUnwrap()).toEqual({ ...webhook, ...moved, enabled: false })
    expect(wakes()).toBe(2)
  })

  it('is not found when it was deleted', async () => {
    const { app, user, create } = await open()
    const { webhook } = await create()
    expect((await app.run(deleteWebhook, user, { id: webhook.id }))._unsafeUnwrap()).toBe(true)
    expect((await app.run(listWebhooks, user, {}))._unsafeUnwrap()).toEqual([])
    expect((await app.run(deleteWebhook, user, { id: webhook.id })).isErr()).toBe(true)
  })

  it('receives a replayed event again', async () => {
    const { app, user, create, deliveries, wakes } = await open()
    const { webhook } = await create()
    const sent = (await app.run(sendTestEvent, user, { webhook: webhook.id }))._unsafeUnwrap()
    const again = (await app.run(replayWebhookDelivery, user, { id: sent.id }))._unsafeUnwrap()
    expect(again).toMatchObject({ id: sent.id, event: sent.event, status: 'PENDING', attempts: 0 })
    expect(await deliveries(webhook.id)).toEqual([again])
    expect(wakes()).toBe(2)
  })
})

const aLinkCreated = {
  type: 'link.created' as const,
  id: 'event' as never,
  at: 0,
  link: { id: 'l' as never, hostname: '', slug: 's', target: 'https://example.com/', title: null, createdAt: 0 },
}

describe('rotating a secret', () => {
  it('returns a new one and signs with the old one too for a day', async () => {
    const { app, user, create, ports } = await open()
    const { webhook, secret } = await create()
    const rotated = (await app.run(rotateWebhookSecret, user, { id: webhook.id }))._unsafeUnwrap()
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.webhook.previousSecretUntil).toBe(ports.clock.now() + 24 * 60 * 60 * 1000)
    expect(rotated.webhook).toMatchObject({ id: webhook.id, url: webhook.url, enabled: true })
  })
})

describe('an event', () => {
  it('is queued with its link and wakes the dispatcher', async () => {
    const { app, user, create, deliveries, wakes } = await open()
    const { webhook } = await create()
    const link = (await app.run(createLink, user, { target: 'https://example.com/' }))._unsafeUnwrap()
    expect(await deliveries(webhook.id)).toMatchObject([
      { id: `${link.id}_${webhook.id}`, event: 'link.created', status: 'PENDING', attempts: 0, response: null },
    ])
    expect(wakes()).toBe(1)
  })

  it('is not queued for links that were not created, nor for anonymous ones', async () => {
    const { app, user, create, deliveries } = await open()
    const { webhook } = await create()
    await app.run(createLink, user, { target: 'https://example.com/', slug: 'taken' })
    expect((await app.run(createLink, user, { target: 'https://example.com/', slug: 'taken' })).isErr()).toBe(true)
    expect((await app.run(createLink, anonymous, { target: 'https://example.com/' })).isOk()).toBe(true)
    expect(await deliveries(webhook.id)).toHaveLength(1)
  })

  it('is queued once for each item of a bulk call that succeeded', async () => {
    const { app, user, create, deliveries } = await open()
    const { webhook } = await create()
    const target = 'https://example.com/'
    const inputs = [{ target }, { target, slug: 'one' }, { target: 'no' }, { target, slug: 'one' }, { target }]
    await app.run(createLinks, user, { inputs })
    expect(await deliveries(webhook.id)).toHaveLength(3)
  })

  it('is queued once when a call is replayed', async () => {
    const { app, user, create, deliveries } = await open()
    const { webhook } = await create()
    for (let n = 0; n < 3; n++)
      await app.run(createLink, user, { target: 'https://example.com/' }, { idempotencyKey: 'k' })
    expect(await deliveries(webhook.id)).toHaveLength(1)
  })

  it('is queued when a visitor views a bio page', async () => {
    const { ports, user, create, deliveries } = await open()
    const { webhook } = await create()
    const page = aBioPage(user.userId)
    recordBioView(ports, page, { bot: false })
    recordBioView(ports, page, { bot: true })
    await ports.background.drained()
    expect((await deliveries(webhook.id)).map(({ event }) => event)).toEqual(['bio.viewed', 'bio.viewed'])
  })
})

describe('a test event', () => {
  it.each(EVENTS)('can be a %s', async (event) => {
    const { app, user, create, deliveries } = await open()
    const { webhook } = await create({ events: ['link.created'] })
    const sent = (await app.run(sendTestEvent, user, { webhook: webhook.id, event }))._unsafeUnwrap()
    expect(sent).toMatchObject({ event, status: 'PENDING' })
    expect(await deliveries(webhook.id)).toEqual([sent])
  })

  it('is of the first subscribed type by default', async () => {
    const { app, user, create } = await open()
    const { webhook } = await create({ events: ['bio.viewed', 'link.created'] })
    const sent = (await app.run(sendTestEvent, user, { webhook: webhook.id }))._unsafeUnwrap()
    expect(sent.event).toBe('bio.viewed')
    const refused = await app.run(sendTestEvent, user, { webhook: webhook.id, event: 'x' })
    expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
  })
})
