import { derivedSigner } from '@shortlink/adapters/webhooks'
import { type DomainEvent, EVENT_TYPES, type UserId } from '@shortlink/core'
import { attemptDelivery, linkClicked, messageOf, sampleEvent } from '@shortlink/core/adapter'
import { aHit, aLink, anEvent, aWebhook } from '@shortlink/core/contracts'
import { payloadOf } from '@shortlink/core/host'
import type { ClaimedDelivery, SendResult } from '@shortlink/core/ports'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { linkDeleted, linkUpdated } from '../../../../core/links/link-events.ts'

const owner = 'owner' as UserId
const signer = derivedSigner('a pepper of tests, at least 32 bytes long')
const payload = (event: DomainEvent) => JSON.parse(payloadOf(event, 'https://sho.rt'))

describe('the payload', () => {
  it('of a click has all fields but the IP address', () => {
    const link = { ...aLink({ title: 'A', hostname: 'go.example', tags: ['spring'] }), owner }
    const hit = aHit(link.id, {
      ip: '198.51.100.99',
      userAgent: 'Mozilla/5.0',
      country: 'IT',
      city: 'Bologna',
      browser: { name: 'Firefox', version: '140' },
      os: { name: 'Linux', version: null },
      device: 'desktop',
      referrer: 'https://from.example/',
    })
    const body = payload(linkClicked(link, hit))
    const iso = new Date(hit.at).toISOString()
    expect(body).toEqual({
      type: 'link.clicked',
      timestamp: iso,
      data: {
        link: {
          id: link.id,
          slug: link.slug,
          shortUrl: `https://go.example/${link.slug}`,
          target: link.target,
          title: 'A',
          tags: ['spring'],
          externalId: null,
          createdAt: new Date(link.createdAt).toISOString(),
        },
        click: {
          id: hit.id,
          country: 'IT',
          device: 'desktop',
          browser: 'Firefox',
          os: 'Linux',
          referrer: 'https://from.example/',
          bot: false,
          createdAt: iso,
        },
      },
    })
    expect(JSON.stringify(body)).not.toMatch(/198\.51\.100|Mozilla|Bologna/)
  })

  it.each([
    [{ bot: true, createdAt: 1000 }, true],
    // As version 0.1.0 queued it.
    [undefined, false],
  ])('of a bio page view has the page and the view, from %j', (view, bot) => {
    const bioPage = { id: 'p' as never, slug: 'ada', title: null, createdAt: 0 }
    const event = { type: 'bio.viewed' as const, id: 'e' as never, owner, at: 1000, bioPage, ...(view && { view }) }
    expect(payload(event)).toEqual({
      type: 'bio.viewed',
      timestamp: '1970-01-01T00:00:01.000Z',
      data: {
        bioPage: { id: 'p', slug: 'ada', title: null, createdAt: '1970-01-01T00:00:00.000Z' },
        view: { bot, createdAt: '1970-01-01T00:00:01.000Z' },
      },
    })
  })

  it.each(EVENT_TYPES)('of a sample of %s has its type and its record', (type) => {
    const { data, ...body } = payload(sampleEvent(type, { id: 'e' as never, owner, at: 0 }))
    expect(body).toEqual({ type, timestamp: '1970-01-01T00:00:00.000Z' })
    expect(Object.values(data)[0]).toMatchObject({ createdAt: '1970-01-01T00:00:00.000Z' })
  })

  it('of a change has the link as it is now and the names of what changed', () => {
    const link = { ...aLink({ title: 'New', tags: ['a'], updatedAt: 1000, createdAt: 0 }), owner }
    const [updated] = linkUpdated('e' as never, link, ['title', 'password'])
    expect(payload(updated as DomainEvent)).toEqual({
      type: 'link.updated',
      timestamp: '1970-01-01T00:00:01.000Z',
      data: {
        link: expect.objectContaining({ id: link.id, title: 'New', tags: ['a'] }),
        changed: ['title', 'password'],
      },
    })
  })

  it('of a link that a version without tags queued has none', () => {
    const { tags: _, ...link } = anEvent(owner).link
    expect(payload({ ...anEvent(owner), link }).data.link.tags).toEqual([])
  })

  it('is made for links with an owner only', () => {
    const link = aLink({ owner: null })
    expect([linkUpdated('e' as never, link, ['title']), linkDeleted('e' as never, link, 0)]).toEqual([[], []])
  })

  it('is at most 20 KB for the longest possible link', () => {
    const link = { ...anEvent(owner).link, target: `https://example.com/${'€'.repeat(2028)}`, title: '€'.repeat(500) }
    expect(Buffer.byteLength(payloadOf({ ...anEvent(owner), link }, 'https://sho.rt'))).toBeLessThan(20_000)
  })
})

const now = Date.now()
const claimed = (given: Partial<ClaimedDelivery> = {}): ClaimedDelivery => ({
  id: 'delivery' as never,
  webhook: aWebhook(owner),
  event: anEvent(owner),
  attempt: 1,
  step: 1,
  ...given,
})

describe('the signature', () => {
  const verifies = (delivery: ClaimedDelivery, at: number, version: number) => {
    const { body, headers } = messageOf(delivery, { signer, baseUrl: 'https://sho.rt', now: at })
    try {
      new Verifier(signer.secret({ webhook: delivery.webhook.id, version })).verify(body, headers)
      return true
    } catch {
      return false
    }
  }

  it('is made with the newest secret, and with the previous one until its end', () => {
    const rotated = claimed({ webhook: aWebhook(owner, { secretVersion: 2, previousSecretUntil: now + 1 }) })
    expect([1, 2, 3].map((version) => verifies(claimed(), now, version))).toEqual([true, false, false])
    expect([1, 2, 3].map((version) => verifies(rotated, now, version))).toEqual([true, true, false])
    expect([1, 2, 3].map((version) => verifies(rotated, now + 1, version))).toEqual([false, true, false])
  })

  it('is made with the secret of the previous pepper, too, while there is one', () => {
    const rotated = derivedSigner(
      'the new pepper of tests, 32 bytes or more',
      'a pepper of tests, at least 32 bytes long',
    )
    const delivery = claimed()
    const { body, headers } = messageOf(delivery, { signer: rotated, baseUrl: 'https://sho.rt', now })
    for (const known of [signer, rotated])
      new Verifier(known.secret({ webhook: delivery.webhook.id, version: 1 })).verify(body, headers)
  })

  it('covers an id that cannot contain the separator', () => {
    expect(messageOf(claimed(), { signer, baseUrl: '', now }).headers['webhook-id']).not.toContain('.')
  })
})

describe('a delivery attempt', () => {
  const tried = (answer: SendResult, delivery = claimed(), aborted = false) => {
    const ports = { signer, clock: { now: () => now }, random: () => 0.5, baseUrl: '', schedule: [1000] }
    const signal = aborted ? AbortSignal.abort() : new AbortController().signal
    return attemptDelivery({ ...ports, sender: { send: async () => answer } }, delivery, signal)
  }
  const answered = (status: number) => ({ kind: 'answered' as const, status, body: 'x', retryAfter: null })

  it.each([200, 201, 204, 299])('succeeds with a %i', async (status) => {
    expect(await tried(answered(status))).toMatchObject({ status: 'SUCCEEDED', nextAttemptAt: null, gone: false })
  })

  it.each([100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 429, 500, 503])('fails with a %i', async (status) => {
    expect(await tried(answered(status))).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: now + 1000,
      response: `HTTP ${status}\nx`,
      answered: true,
    })
    expect(await tried(answered(status), claimed({ step: 2 }))).toMatchObject({ status: 'FAILED', nextAttemptAt: null })
  })

  it('fails for good with a 410', async () => {
    expect(await tried(answered(410))).toMatchObject({ status: 'FAILED', nextAttemptAt: null, gone: true })
  })

  it('records a network error', async () => {
    const failed = await tried({ kind: 'failed', reason: 'Network error: ECONNRESET' })
    expect(failed).toMatchObject({ status: 'PENDING', response: 'Network error: ECONNRESET', answered: false })
  })

  it('is released when it is aborted, unless the response arrived', async () => {
    const cut = await tried({ kind: 'failed', reason: 'x' }, claimed(), true)
    expect(cut).toMatchObject({ status: 'PENDING', response: null, nextAttemptAt: now, released: true })
    expect(await tried(answered(200), claimed(), true)).toMatchObject({ status: 'SUCCEEDED', released: false })
  })
})
