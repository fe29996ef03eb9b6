import { describe, expect, it } from 'vitest'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

const url = 'https://example.com/hook'

async function start() {
  const objection = async (url: string) => (url.includes('127.0.0.1') ? 'url must be at a public address' : undefined)
  const fixture = await openFixture({ ports: { addressGuard: { objection } } })
  return { ...fixture, ...(await connect(fixture.url, (await fixture.newUser()).key)) }
}

describe('webhook tools', () => {
  it('the webhook tools subscribe, list without the secret, and delete', async () => {
    const { call } = await start()
    const { secret, ...webhook } = await call('create_webhook', { url, events: ['link.clicked', 'bio.viewed'] })
    expect(webhook).toEqual({ id: expect.any(String), url, events: ['link.clicked', 'bio.viewed'] })
    expect(secret).toMatch(/^whsec_/)
    expect(await call('list_webhooks')).toEqual([webhook])
    expect(await call('delete_webhook', { id: webhook.id })).toEqual({ deleted: true })
    expect(await call('delete_webhook', { id: webhook.id })).toEqual({ error: 'Webhook not found' })
    expect(await call('list_webhooks')).toEqual([])
  })

  it('list_webhooks lists by cursor', async () => {
    const { call, callWhole } = await start()
    for (const path of ['a', 'b', 'c'])
      await call('create_webhook', { url: `${url}/${path}`, events: ['link.created'] })
    const { _meta, structuredContent } = await callWhole('list_webhooks', { limit: 2 })
    expect(structuredContent).toMatchObject({ webhooks: [{ url: `${url}/c` }, { url: `${url}/b` }], ..._meta })
    expect(await call('list_webhooks', { limit: 2, cursor: _meta?.nextCursor })).toMatchObject([{ url: `${url}/a` }])
  })

  it('a repeated create_webhook returns the same secret and subscribes once', async () => {
    const { call } = await start()
    const args = { url, events: ['link.created'] }
    expect(await call('create_webhook', args, 'key')).toEqual(await call('create_webhook', args, 'key'))
    expect(await call('list_webhooks')).toHaveLength(1)
  })

  it.each([
    [{ url }, 'events is required'],
    [{ url, events: [] }, 'events must have at least 1 item'],
    [
      { url, events: ['link.eaten'] },
      'events.0 must be one of link.created, link.updated, link.deleted, link.clicked, bio.viewed, domain.lapsing, link.reported',
    ],
    [{ url: 'ftp://example.com', events: ['link.created'] }, 'url must be an absolute http:// or https:// URL'],
    [{ url: 'http://127.0.0.1/', events: ['link.created'] }, 'url must be at a public address'],
  ])('create_webhook refuses bad arguments by name: %o', async (args, error) => {
    const { call } = await start()
    expect(await call('create_webhook', args)).toEqual({ error })
  })

  it('the webhook tools do not change webhooks of other users', async () => {
    const { call, url: service, newUser } = await start()
    const { id } = await call('create_webhook', { url, events: ['link.created'] })
    const stranger = await connect(service, (await newUser()).key)
    expect(await stranger.call('delete_webhook', { id })).toEqual({ error: 'Webhook not found' })
    expect(await stranger.call('list_webhooks')).toEqual([])
    expect(await call('list_webhooks')).toMatchObject([{ id }])
  })
})
