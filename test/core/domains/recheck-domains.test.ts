import { createApp, onBehalfOf, verifyDomain } from '@shortlink/core'
import { aDomain, aWebhook, newOwner } from '@shortlink/core/contracts'
import { recheckDomains } from '@shortlink/core/host'
import { errAsync, okAsync } from 'neverthrow'
import { expect, it } from 'vitest'
import { testPorts } from '../../support/ports.ts'

const DAY = 24 * 60 * 60 * 1000

/** A verified domain whose DNS records a test sets. */
async function held() {
  let records: readonly string[] | 'failing' = []
  const ports = testPorts({
    dns: { txt: () => (records === 'failing' ? errAsync({ type: 'upstream-failed', what: 'DNS' }) : okAsync(records)) },
  })
  const owner = await newOwner(ports.store)
  const claim = aDomain(owner, { createdAt: ports.clock.now() })
  const domain = (await ports.store.domains.insert(claim))._unsafeUnwrap()
  records = [domain.txtToken]
  const caller = onBehalfOf(owner)
  await createApp(ports).run(verifyDomain, caller, { id: domain.id })
  const webhook = aWebhook(owner, { events: ['domain.lapsing'] })
  await ports.store.webhooks.insert(webhook)
  /** Claims the events that wait for the owner’s webhook. */
  async function receivedEvents() {
    const now = ports.clock.now()
    const claimed = await ports.store.deliveries.claim([{ webhook: webhook.id, limit: 10 }], now, now + 1000 * DAY)
    return claimed.map(({ event }) => event)
  }
  return {
    ports,
    domain,
    receivedEvents,
    token: domain.txtToken,
    nextDay: (shown: readonly string[] | 'failing') => {
      records = shown
      ports.clock.advance(DAY + 1)
      return recheckDomains(ports)
    },
    isHeld: async () => (await ports.store.domains.findVerified(domain.hostname)) !== undefined,
    hostname: domain.hostname,
  }
}

it('a domain lapses when its proof has been missing for three days', async () => {
  const { nextDay, isHeld, hostname } = await held()
  for (let day = 1; day <= 3; day++) expect(await nextDay([])).toEqual([])
  expect(await isHeld()).toBe(true)
  expect(await nextDay([])).toEqual([hostname])
  expect(await isHeld()).toBe(false)
})

it('a domain whose proof returns in time stays verified', async () => {
  const { nextDay, isHeld, token } = await held()
  for (let round = 0; round < 3; round++) {
    await nextDay([])
    await nextDay([])
    await nextDay([token])
  }
  expect(await isHeld()).toBe(true)
})

it('a domain stays verified while the resolver fails', async () => {
  const { nextDay, isHeld } = await held()
  for (let day = 0; day < 10; day++) await nextDay('failing')
  expect(await isHeld()).toBe(true)
})

it('the owner’s webhooks receive one event a day before a domain lapses, also when several replicas check it', async () => {
  const { nextDay, receivedEvents, isHeld, token, ports, domain } = await held()
  for (let day = 1; day <= 2; day++) await nextDay([])
  expect(await receivedEvents()).toEqual([])
  // Two replicas look at the same time.
  await Promise.all([nextDay([]), recheckDomains(ports)])
  const at = ports.clock.now()
  const { id, hostname } = domain
  const event = { id, hostname, createdAt: domain.createdAt, lapsesAt: at + DAY }
  expect(await receivedEvents()).toMatchObject([{ type: 'domain.lapsing', at, domain: event }])
  expect(await isHeld()).toBe(true)
  await nextDay([token])
  await nextDay([])
  expect(await receivedEvents()).toEqual([])
})

it('a domain never lapses without an event a day before, also when DNS failed in between', async () => {
  const { nextDay, receivedEvents, isHeld } = await held()
  await nextDay([])
  for (let day = 2; day <= 5; day++) await nextDay('failing')
  await nextDay([])
  expect(await receivedEvents()).toHaveLength(1)
  expect(await isHeld()).toBe(true)
  await nextDay([])
  expect(await isHeld()).toBe(false)
})
