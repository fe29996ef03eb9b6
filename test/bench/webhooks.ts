/**
 * Measures deliveries a second, of many webhooks and of one, to a receiver in another process that answers at once.
 * Run with `npm run bench:webhooks -- sqlite:FILE` or `postgres://…`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { systemClock } from '@shortlink/adapters/system'
import { derivedSigner, outgoing, webhookDispatcher } from '@shortlink/adapters/webhooks'
import type { EventId, LinkCreated, LinkId, UserId, WebhookId } from '@shortlink/core'
import type { Store } from '@shortlink/core/ports'

const EVENTS = 10_000

if (process.argv[2] === 'receive') receive()
else await bench(process.argv[2] ?? 'sqlite:/tmp/bench-webhooks.db')

function receive() {
  let received = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end()
      if (++received % EVENTS === 0) process.send?.('all')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

async function bench(url: string) {
  const receiver = fork(import.meta.filename, ['receive'])
  const [port] = await once(receiver, 'message')
  const store = url.startsWith('sqlite:')
    ? await openSqliteStore({ file: url.slice('sqlite:'.length) })
    : await openPostgresStore({ url })
  for (const webhooks of [100, 1]) {
    await queueEvents(store, webhooks, `http://127.0.0.1:${port}/`)
    const { sender } = outgoing({ allowPrivate: true })
    const dispatcher = webhookDispatcher(
      {
        deliveries: store.deliveries,
        sender,
        signer: derivedSigner('a pepper of benchmarks, 32 bytes or more'),
        clock: systemClock,
        random: Math.random,
        baseUrl: 'https://sho.rt',
        schedule: [1000],
      },
      console.error,
      // One receiver is sent all, as fast as it takes them.
      { hostLimit: { deliveries: Number.POSITIVE_INFINITY, windowMs: 60_000 } },
    )
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    dispatcher.start()
    await once(receiver, 'message')
    await dispatcher.stop(1000)
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const busy = (user + system) / 1e6 / EVENTS
    console.log(
      `${webhooks} webhooks: ${Math.round(EVENTS / seconds)}/s, ${Math.round(busy * 1e6)} µs of processor each`,
    )
    await sender.close()
  }
  await store.close()
  receiver.kill()
}

async function queueEvents(store: Store, webhooks: number, url: string) {
  for (let n = 0; n < webhooks; n++) {
    const owner = crypto.randomUUID() as UserId
    const id = crypto.randomUUID() as WebhookId
    await store.webhooks.insert({
      id,
      owner,
      url,
      events: ['link.created'],
      enabled: true,
      secretVersion: 1,
      previousSecretUntil: null,
      failures: 0,
      createdAt: Date.now(),
    })
    await store.outbox.add(Array.from({ length: EVENTS / webhooks }, () => anEvent(owner)))
  }
}

function anEvent(owner: UserId): LinkCreated {
  const at = Date.now()
  const link = {
    id: crypto.randomUUID() as LinkId,
    hostname: '',
    slug: 'a-slug',
    target: 'https://www.example.com/articles/2026/a-headline-of-some-length?utm_source=newsletter',
    title: 'Headline of the autumn campaign',
    createdAt: at,
  }
  return { type: 'link.created', id: crypto.randomUUID() as EventId, owner, at, link }
}
