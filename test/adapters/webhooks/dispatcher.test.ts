import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { systemClock } from '@shortlink/adapters/system'
import { type DispatcherOptions, derivedSigner, outgoing, webhookDispatcher } from '@shortlink/adapters/webhooks'
import type { Webhook, WebhookDelivery } from '@shortlink/core'
import { anEvent, newOwner, newWebhook } from '@shortlink/core/contracts'
import type { Clock, Deliveries, Store } from '@shortlink/core/ports'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'
import { type Received, startReceiver } from '../../support/receiver.ts'
import { waitFor } from '../../support/wait-for.ts'

const signer = derivedSigner('a pepper of tests, at least 32 bytes long')

interface Settings extends Partial<DispatcherOptions> {
  readonly schedule?: readonly number[]
  readonly timeoutMs?: number
  readonly clock?: Clock
}

const HOUR = 3_600_000

/** The clock of this machine, until a test moves it ahead. */
function movableClock() {
  let aheadMs = 0
  const advance = (ms: number) => {
    aheadMs += ms
  }
  return { now: () => Date.now() + aheadMs, advance }
}

/** A dispatcher at work on the store, until the test has finished. */
function startDispatcher(
  store: { deliveries: Deliveries },
  { schedule = [30, 60], timeoutMs, clock = systemClock, ...options }: Settings = {},
) {
  const errors: unknown[] = []
  let rounds = 0
  const waiting: Deliveries['waiting'] = (now, take) => {
    rounds += 1
    return store.deliveries.waiting(now, take)
  }
  const { sender } = outgoing({ allowPrivate: true, timeoutMs })
  const dispatcher = webhookDispatcher(
    {
      deliveries: { ...store.deliveries, waiting },
      sender,
      signer,
      clock,
      random: () => 0.5,
      baseUrl: 'https://sho.rt',
      schedule,
    },
    (error) => errors.push(error),
    { pollIntervalMs: 20, ...options },
  )
  const stop = async (grace = 0) => {
    await dispatcher.stop(grace)
    await sender.close()
  }
  onTestFinished(() => stop())
  dispatcher.start()
  /** Resolves when the dispatcher has looked for deliveries several times. */
  const someRounds = async () => {
    const before = rounds
    await expect.poll(() => rounds).toBeGreaterThan(before + 3)
  }
  return { stop, errors, someRounds }
}

/** Stops the clock by which the limit of a host counts; `vi.advanceTimersByTime` moves it. */
function stopMinutes() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const secretOf = ({ id }: Webhook, version = 1) => signer.secret({ webhook: id, version })
const eventNow = (owner: Webhook['owner']) => anEvent(owner, { at: Date.now() })
const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id'])

const OPENING: [string, () => Promise<Store>][] = [
  ['memory', async () => openMemoryStore()],
  ['sqlite', () => openSqliteStore({ file: newSqliteFile() })],
  ['postgres', async () => openPostgresStore({ url: await newPostgresDatabase() })],
]

describe.each(OPENING)('the dispatcher on %s', (_name, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  /** A webhook for one test, whose deliveries no dispatcher of the next one finds. */
  async function aHook(given: Partial<Webhook> & Pick<Webhook, 'url'>) {
    const webhook = await newWebhook(store, given)
    // First in is last out: dispatchers stop before.
    onTestFinished(async () => void (await store.webhooks.deleteOwned(webhook.owner, webhook.id)))
    return webhook
  }

  const queue = async (webhook: Webhook, count = 1) =>
    store.outbox.add(Array.from({ length: count }, () => eventNow(webhook.owner)))
  const deliveriesOf = ({ id }: Webhook) => store.deliveries.listByWebhook(id, 1000)
  /** The only delivery of a webhook, once `done` holds of it. */
  async function delivery(webhook: Webhook, done: (delivery: WebhookDelivery) => boolean) {
    return waitFor(async () => {
      const [found] = await deliveriesOf(webhook)
      if (!found || !done(found)) throw new Error(`not yet: ${JSON.stringify(found)}`)
      return found
    })
  }

  it('receivers can verify the signature of a delivery', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: `${receiver.url}hook` })
    const event = eventNow(webhook.owner)
    startDispatcher(store)
    await store.outbox.add([event])
    const [message] = (await receiver.arrived(1)) as [Received]
    const verified = new Verifier(secretOf(webhook)).verify(message.body, message.headers as Record<string, string>)
    expect(verified).toEqual({
      type: 'link.created',
      timestamp: new Date(event.at).toISOString(),
      data: {
        link: {
          id: event.link.id,
          slug: event.link.slug,
          shortUrl: `https://sho.rt/${event.link.slug}`,
          target: event.link.target,
          title: null,
          createdAt: new Date(event.link.createdAt).toISOString(),
          tags: [],
          externalId: null,
        },
      },
    })
    expect(message.path).toBe('/hook')
    expect(await delivery(webhook, ({ status }) => status !== 'PENDING')).toMatchObject({
      status: 'SUCCEEDED',
      response: 'HTTP 200',
      attempts: 1,
      nextAttemptAt: null,
    })
  })

  it('deliveries are signed with both secrets after a rotation', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    await store.webhooks.rotateOwned(webhook.owner, webhook.id, Date.now() + 60_000)
    await queue(webhook)
    startDispatcher(store)
    const [{ body, headers }] = (await receiver.arrived(1)) as [Received]
    for (const version of [1, 2]) {
      expect(() =>
        new Verifier(secretOf(webhook, version)).verify(body, headers as Record<string, string>),
      ).not.toThrow()
    }
    expect(() => new Verifier(secretOf(webhook, 3)).verify(body, headers as Record<string, string>)).toThrow()
  })

  it('a failed delivery is tried again under the same id', async () => {
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end('said'),
    )
    const webhook = await aHook({ url: receiver.url })
    const clock = movableClock()
    const { someRounds } = startDispatcher(store, { schedule: [HOUR], clock })
    await queue(webhook)
    await receiver.arrived(1)
    const waiting = await delivery(webhook, ({ response }) => response !== null)
    expect(waiting).toMatchObject({ status: 'PENDING', response: 'HTTP 500\nsaid', attempts: 1 })
    await someRounds()
    expect(receiver.received).toHaveLength(1)
    clock.advance(2 * HOUR)
    const [first, second] = (await receiver.arrived(2)) as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    expect(await delivery(webhook, ({ status }) => status === 'SUCCEEDED')).toMatchObject({ attempts: 2 })
  })

  it('a delivery fails for good after the last attempt of the schedule', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(404).end())
    const webhook = await aHook({ url: receiver.url })
    startDispatcher(store, { schedule: [10, 10] })
    await queue(webhook)
    expect(await delivery(webhook, ({ status }) => status === 'FAILED')).toMatchObject({
      response: 'HTTP 404',
      attempts: 3,
      nextAttemptAt: null,
    })
    expect(receiver.received).toHaveLength(3)
  })

  it('a webhook whose receiver answers 410 is disabled', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(410).end())
    const webhook = await aHook({ url: receiver.url })
    startDispatcher(store)
    await queue(webhook)
    expect(await delivery(webhook, ({ status }) => status === 'FAILED')).toMatchObject({ attempts: 1 })
    expect(await store.webhooks.findOwned(webhook.owner, webhook.id)).toMatchObject({ enabled: false })
    expect(await queue(webhook)).toBe(0)
  })

  it('deliveries to a receiver that was down arrive when it is back', async () => {
    const down = await startReceiver()
    await down.close()
    const webhook = await aHook({ url: down.url })
    startDispatcher(store, { schedule: Array(2000).fill(50) })
    await queue(webhook, 10)
    await delivery(webhook, ({ response }) => response?.includes('refused the connection') ?? false)
    const up = await startReceiver(undefined, { port: down.port })
    expect(new Set(idsOf(await up.arrived(10))).size).toBe(10)
  })

  it('a hanging receiver delays neither other accounts nor the other webhooks of its own account', async () => {
    const hanging = await startReceiver(() => {})
    const [others, own] = [await startReceiver(), await startReceiver()]
    const stuck = await aHook({ url: hanging.url })
    await queue(stuck, 240)
    const sibling = await aHook({ url: own.url, owner: stuck.owner, events: ['bio.viewed'] })
    const other = await aHook({ url: others.url })
    // No attempt at the hanging receiver ends before the test does.
    startDispatcher(store, { timeoutMs: HOUR, leaseMs: 2 * HOUR })
    await hanging.arrived(1)
    await queue(other)
    for (let n = 0; n < 80; n++) await store.outbox.addTo(sibling, eventNow(stuck.owner))
    await others.arrived(1)
    await own.arrived(80)
    expect((await deliveriesOf(stuck)).filter(({ response }) => response !== null)).toEqual([])
    expect(hanging.connections()).toBeLessThan(60)
  })

  it('one host is sent 600 deliveries a minute over all accounts and ports; the rest waits untried, other hosts do not', async () => {
    const [flooded, other] = [await startReceiver(), await startReceiver()]
    const spellings = [flooded.url, `http://127.1:${other.port}/`, `http://[::ffff:127.0.0.1]:${flooded.port}/`]
    const hooks: Webhook[] = []
    for (const url of spellings) hooks.push(await aHook({ url }))
    for (const hook of hooks) await queue(hook, 300)
    const apart = await aHook({ url: `http://localhost:${other.port}/apart` })
    stopMinutes()
    startDispatcher(store)
    const sent = () => flooded.received.length + other.received.filter(({ path }) => path === '/').length
    await expect.poll(sent).toBe(600)
    await queue(apart, 5)
    await expect.poll(() => other.received.filter(({ path }) => path === '/apart').length).toBe(5)
    // Each account had its part: its share is 200, from which batches may deviate by as many as one claim takes.
    const done = async (hook: Webhook) => (await deliveriesOf(hook)).filter(({ status }) => status === 'SUCCEEDED')
    const counts = async () => (await Promise.all(hooks.map(done))).map(({ length }) => length)
    await expect.poll(async () => (await counts()).reduce((sum, count) => sum + count)).toBe(600)
    expect(Math.min(...(await counts()))).toBeGreaterThanOrEqual(100)
    const waiting = (await Promise.all(hooks.map(deliveriesOf))).flat().filter(({ status }) => status !== 'SUCCEEDED')
    expect(waiting).toHaveLength(300)
    expect(waiting.every(({ status, attempts }) => status === 'PENDING' && attempts === 0)).toBe(true)
    expect(sent()).toBe(600)
  })

  it('deliveries that wait for their host are sent when its limit allows', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    await queue(webhook, 25)
    stopMinutes()
    const { someRounds } = startDispatcher(store, { hostLimit: { deliveries: 10, windowMs: HOUR } })
    for (const due of [10, 20, 25]) {
      await receiver.arrived(due)
      await someRounds()
      expect(receiver.received).toHaveLength(due)
      vi.advanceTimersByTime(2 * HOUR)
    }
    expect(new Set(idsOf(receiver.received)).size).toBe(25)
    await expect
      .poll(async () => (await deliveriesOf(webhook)).map(({ attempts }) => attempts))
      .toEqual(Array(25).fill(1))
  })

  it('a dispatcher that stops releases its deliveries under way, and another sends them', async () => {
    let answering = false
    const receiver = await startReceiver((_request, response) => answering && response.end())
    const webhook = await aHook({ url: receiver.url })
    await queue(webhook, 3)
    const first = startDispatcher(store)
    await receiver.arrived(3)
    await first.stop()
    const left = await deliveriesOf(webhook)
    expect(left.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(left.every(({ nextAttemptAt }) => (nextAttemptAt ?? 0) <= Date.now())).toBe(true)
    answering = true
    startDispatcher(store)
    const again = await receiver.arrived(6)
    expect(new Set(idsOf(again)).size).toBe(3)
  })

  it('a dispatcher that stops with time left waits for deliveries under way', async () => {
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    const receiver = await startReceiver((_request, response) => void answering.then(() => response.end()))
    const webhook = await aHook({ url: receiver.url })
    await queue(webhook)
    const { stop } = startDispatcher(store)
    await receiver.arrived(1)
    const stopping = stop(60_000)
    answer()
    await stopping
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('deliveries that a dead dispatcher had claimed are sent once their lease has ended', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    await queue(webhook, 5)
    const clock = movableClock()
    await store.deliveries.claim([{ webhook: webhook.id, limit: 5 }], clock.now(), clock.now() + HOUR)
    const { someRounds } = startDispatcher(store, { clock })
    await someRounds()
    expect(receiver.received).toEqual([])
    clock.advance(HOUR)
    const received = await receiver.arrived(5)
    expect(new Set(idsOf(received)).size).toBe(5)
  })

  it('results that the store refuses are kept and written when it works again', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    let failures = 2
    const deliveries: Deliveries = {
      ...store.deliveries,
      finish: (outcomes) => (failures-- > 0 ? Promise.reject(new Error('away')) : store.deliveries.finish(outcomes)),
    }
    const { errors } = startDispatcher({ deliveries })
    await queue(webhook)
    expect(await delivery(webhook, ({ status }) => status === 'SUCCEEDED')).toMatchObject({ attempts: 1 })
    expect(errors).toHaveLength(2)
    expect(receiver.received).toHaveLength(1)
  })

  it('deliveries queued before the clock stepped back by a day are sent at once', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    await store.outbox.addTo(webhook, anEvent(webhook.owner, { at: Date.now() + 24 * 60 * 60 * 1000 }))
    startDispatcher(store)
    await receiver.arrived(1)
  })

  it('deliveries are deleted after thirty days', async () => {
    const webhook = await aHook({ url: 'http://127.0.0.1:1/', enabled: false })
    const day = 24 * 60 * 60 * 1000
    const ages = [31 * day, 29 * day]
    for (const age of ages) await store.outbox.addTo(webhook, anEvent(webhook.owner, { at: Date.now() - age }))
    startDispatcher(store)
    await waitFor(async () => expect(await deliveriesOf(webhook)).toHaveLength(1))
  })

  it('a dispatcher continues after the store failed', async () => {
    const receiver = await startReceiver()
    const webhook = await aHook({ url: receiver.url })
    let failures = 1
    const deliveries: Deliveries = {
      ...store.deliveries,
      waiting: (now, take) =>
        failures-- > 0 ? Promise.reject(new Error('away')) : store.deliveries.waiting(now, take),
    }
    const { errors } = startDispatcher({ deliveries })
    await queue(webhook)
    await receiver.arrived(1)
    expect(errors).toHaveLength(1)
  })
})

it('two dispatchers on one Postgres deliver 2,000 events, each once', async () => {
  const url = await newPostgresDatabase()
  const stores = await Promise.all([openPostgresStore({ url }), openPostgresStore({ url })])
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const [store] = stores
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver(), startReceiver()])
  for (const receiver of receivers) {
    const webhook = await newWebhook(store, { url: receiver.url, owner: await newOwner(store) })
    await store.outbox.add(Array.from({ length: 500 }, () => eventNow(webhook.owner)))
  }
  const unlimited = { deliveries: Number.POSITIVE_INFINITY, windowMs: 60_000 }
  const running = stores.map((store) => startDispatcher(store, { hostLimit: unlimited }))
  for (const receiver of receivers) {
    const received = await receiver.arrived(500)
    expect(new Set(idsOf(received)).size).toBe(500)
  }
  await Promise.all(running.map(({ stop }) => stop(1000)))
  expect(receivers.map(({ received }) => received.length)).toEqual([500, 500, 500, 500])
  expect(running.flatMap(({ errors }) => errors)).toEqual([])
})
