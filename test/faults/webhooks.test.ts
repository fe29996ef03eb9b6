import { once } from 'node:events'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { INSIDE_HOSTS } from '../support/inside-addresses.ts'
import { readNumber } from '../support/read-sql.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { DATABASES, spawnServer, startTestServer, testEnvironment } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const ALL = ['link.created', 'link.clicked', 'bio.viewed']

async function createWebhook(account: Account, url: string, events = ALL) {
  const { data, errors } = await account.ask(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id url events enabled createdAt secret } }',
    { input: { url, events } },
  )
  expect(errors).toEqual([])
  return data.createWebhook as { id: string; secret: string }
}

const createLink = async (account: Account, slug: string) =>
  account.ask('mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }', {
    slug,
  })

const deliveriesOf = async (account: Account, webhookId: string) =>
  (
    await account.ask(
      'query ($webhookId: ID!) { webhookDeliveries(webhookId: $webhookId) { id event status response createdAt attempts nextAttemptAt } }',
      { webhookId },
    )
  ).data.webhookDeliveries

const typeOf = ({ body }: Received) => JSON.parse(body).type
const idsOf = (received: readonly Received[]) => new Set(received.map(({ headers }) => headers['webhook-id']))

describe.each(DATABASES)('webhooks on %s', (database) => {
  async function open(settings = {}, configure?: Configure) {
    const server = await startTestServer({ database, settings, configure })
    onTestFinished(() => server.close('the test is over'))
    return { url: server.url, account: await newAccount(server.url) }
  }

  it('webhooks report created and visited links', async () => {
    const receiver = await startReceiver()
    const { url, account } = await open()
    const { id, secret } = await createWebhook(account, receiver.url)
    await createLink(account, 'reported')
    await receiver.arrived(1)
    expect((await follow(url, 'reported', { referer: 'https://from.example/' })).status).toBe(302)
    const received = await receiver.arrived(2)
    expect(received.map(typeOf)).toEqual(['link.created', 'link.clicked'])
    const verifier = new Verifier(secret)
    for (const { body, headers } of received) verifier.verify(body, headers as Record<string, string>)
    const { data } = JSON.parse(received[1]?.body ?? '')
    expect(data.link).toMatchObject({ slug: 'reported', target: 'https://example.com/' })
    expect(data.click).toMatchObject({ referrer: 'https://from.example/' })
    expect(received[1]?.body).not.toContain('127.0.0.1')
    const listed = await deliveriesOf(account, id)
    expect(listed.map(({ event }: { event: string }) => event)).toEqual(['link.clicked', 'link.created'])
  })

  it('each event of every answered request arrives after a kill while the receiver was down', async () => {
    const down = await startReceiver()
    await down.close()
    const environment = await testEnvironment(database, { WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1,1,1' })
    const first = await spawnServer(environment)
    const account = await newAccount(first.url)
    await createWebhook(account, down.url, ['link.created'])
    const inputs = Array.from({ length: 50 }, () => ({ target: 'https://example.com/' }))
    await account.ask('mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }', {
      inputs,
    })
    await createLink(account, 'last')
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')

    const up = await startReceiver(undefined, { port: down.port })
    await spawnServer(environment)
    expect(idsOf(await up.arrived(51)).size).toBe(51)
  })

  it('a delivery is released at once when SIGTERM interrupts an attempt', async () => {
    let answering = false
    const receiver = await startReceiver((_request, response) => answering && response.end())
    const environment = await testEnvironment(database)
    const first = await spawnServer(environment)
    const account = await newAccount(first.url)
    await createWebhook(account, receiver.url, ['link.created'])
    await createLink(account, 'tried')
    await receiver.arrived(1)
    first.process.kill('SIGTERM')
    expect(await once(first.process, 'exit')).toEqual([0, null])
    const dueAt = await readNumber(environment.DATABASE_URL as string, 'select due_at from webhook_deliveries')
    expect(dueAt).toBeLessThanOrEqual(Date.now())

    answering = true
    const second = await spawnServer(environment)
    expect(idsOf(await receiver.arrived(2)).size).toBe(1)
    expect(second.process.exitCode).toBeNull()
  })

  it('every recorded hit has a link.clicked event, also after a kill', async () => {
    const down = await startReceiver()
    await down.close()
    const environment = await testEnvironment(database, { WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1,1,1' })
    const first = await spawnServer(environment)
    const account = await newAccount(first.url)
    await createWebhook(account, down.url, ['link.clicked'])
    await createLink(account, 'hot')
    await Promise.all(Array.from({ length: 300 }, () => follow(first.url, 'hot')))
    await expect.poll(() => account.clicks()).toBeGreaterThan(0)
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')

    const up = await startReceiver(undefined, { port: down.port })
    const second = await spawnServer(environment)
    // Hits still in the journal are counted and reported later.
    await expect.poll(async () => idsOf(up.received).size - (await account.clicks(second.url))).toBe(0)
    expect(up.received.length).toBeGreaterThan(0)
  })

  it('a delivery is attempted at once, after five seconds and after a minute, and shows its last outcome', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(500).end(`failure ${receiver.received.length}`)
    })
    const clock = { time: Date.now(), now: () => clock.time }
    const { account } = await open({}, (root) => void root.replace('clock', clock).replace('dueClock', clock))
    const webhook = await createWebhook(account, receiver.url)
    await createLink(account, 'later')
    /** When the next attempt is due once the answer to one is stored; a claim counts the attempt already. */
    const dueAfter = async (attempts: number) => {
      const delivery = async () => (await deliveriesOf(account, webhook.id))[0]
      const response = expect.stringContaining(`failure ${attempts}`)
      await expect.poll(delivery).toMatchObject({ status: 'PENDING', attempts, response })
      expect(receiver.received).toHaveLength(attempts)
      return Date.parse((await delivery()).nextAttemptAt)
    }
    const second = await dueAfter(1)
    expect(second - clock.time).toBeGreaterThan(3500)
    expect(second - clock.time).toBeLessThan(9000)
    clock.time = second
    await receiver.arrived(2)
    const third = await dueAfter(2)
    expect(third - clock.time).toBeGreaterThan(40_000)
    expect(third - clock.time).toBeLessThan(90_000)
  })

  it('the owner manages webhooks', async () => {
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(receiver.received.length > 1 ? 200 : 400).end('no'),
    )
    const { account } = await open({ WEBHOOK_RETRY_SCHEDULE: '3600' })
    const { id, secret } = await createWebhook(account, receiver.url, ['bio.viewed'])

    const sent = await account.ask(
      'mutation ($id: ID!) { sendTestEvent(webhookId: $id) { id event status attempts } }',
      { id },
    )
    expect(sent.data.sendTestEvent).toMatchObject({ event: 'bio.viewed', status: 'PENDING', attempts: 0 })
    await receiver.arrived(1)
    await expect
      .poll(async () => (await deliveriesOf(account, id))[0])
      .toMatchObject({ status: 'PENDING', response: 'HTTP 400\nno', attempts: 1 })

    const rotated = await account.ask('mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret } }', { id })
    const replayed = await account.ask('mutation ($id: ID!) { replayWebhookDelivery(id: $id) { id status } }', {
      id: sent.data.sendTestEvent.id,
    })
    expect(replayed.data.replayWebhookDelivery).toEqual({ id: sent.data.sendTestEvent.id, status: 'PENDING' })
    const [first, second] = (await receiver.arrived(2)) as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    for (const each of [secret, rotated.data.rotateWebhookSecret.secret]) {
      new Verifier(each).verify(second.body, second.headers as Record<string, string>)
    }

    const updated = await account.ask(
      'mutation ($id: ID!, $input: UpdateWebhookInput!) { updateWebhook(id: $id, input: $input) { events enabled secret } }',
      { id, input: { events: ['link.created'], enabled: false } },
    )
    expect(updated.data.updateWebhook).toEqual({ events: ['link.created'], enabled: false, secret: null })
    const { data } = await account.ask('{ webhooks { id url events enabled secret } }')
    expect(data.webhooks).toEqual([{ id, url: receiver.url, events: ['link.created'], enabled: false, secret: null }])
    const deleted = await account.ask('mutation ($id: ID!) { deleteWebhook(id: $id) }', { id })
    expect(deleted.data.deleteWebhook).toBe(true)
    const gone = await account.ask('query ($id: ID!) { webhookDeliveries(webhookId: $id) { id } }', { id })
    expect(gone.errors).toMatchObject([{ message: 'Webhook not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it('a webhook refuses private addresses in every input, in each of 117 spellings and more', async () => {
    const { url, account } = await open({ WEBHOOK_ALLOW_PRIVATE: 'false' })
    const create = 'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.created"] }) { id } }'
    const update = 'mutation ($id: ID!, $url: String!) { updateWebhook(id: $id, input: { url: $url }) { id } }'
    const { data } = await account.ask(create, { url: 'https://93.184.215.14/hook' })
    const key = await account.ask('mutation { createApiKey(label: "agent") { secret } }')
    const agent = await rawClient(`${url}/mcp`, key.data.createApiKey.secret).open()
    const refused = [{ message: 'url must resolve to a public address', extensions: { code: 'BAD_USER_INPUT' } }]
    for (const host of INSIDE_HOSTS) {
      const address = { url: `http://${host}/hook` }
      expect((await account.ask(create, address)).errors).toMatchObject(refused)
      expect((await account.ask(update, { id: data.createWebhook.id, ...address })).errors).toMatchObject(refused)
      const answer = await (
        await agent.send(toolCall('create_webhook', { ...address, events: ['link.created'] }))
      ).text()
      expect(answer).toContain('url must resolve to a public address')
    }
  })
})

/** Asks another server of the same database in the account's name. */
const asUser =
  (url: string, { headers }: Account) =>
  (query: string, variables = {}) =>
    ask(url, query, variables, headers)

it('two replicas send each of 120 events once', async () => {
  const receiver = await startReceiver()
  const environment = await testEnvironment('postgres')
  const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
  const [one, two] = await Promise.all([spawnServer(environment), spawnServer(other)])
  const account = await newAccount(one.url)
  const askOther = asUser(two.url, account)
  const { id } = await createWebhook(account, receiver.url, ['link.created'])
  const create = 'mutation { createShortlink(target: "https://example.com/") }'
  await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 2 ? account.ask(create) : askOther(create))))
  expect(idsOf(await receiver.arrived(120)).size).toBe(120)
  await expect
    .poll(async () =>
      (await deliveriesOf(account, id)).every((each: { status: string }) => each.status === 'SUCCEEDED'),
    )
    .toBe(true)
  expect(receiver.received).toHaveLength(120)
})
