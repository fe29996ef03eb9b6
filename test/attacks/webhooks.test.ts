import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startDnsServer } from '../support/dns.ts'
import { startReceiver } from '../support/receiver.ts'
import { attackedServer } from './attacked-server.ts'

const CREATE = `mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.created"] }) { id } }`
const TEST = 'mutation ($id: ID!) { sendTestEvent(webhookId: $id) { id } }'
const DELIVERIES = 'query ($id: ID!) { webhookDeliveries(webhookId: $id) { status response attempts } }'
const LINKS = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }'
const links = (count: number) => ({ inputs: Array(count).fill({ target: 'https://example.com/' }) })

it('H6, L12: with default settings webhooks reach no inside address, neither by its text nor by a name, and registering shows nothing of names', async () => {
  const [inside, dns] = [await startReceiver(), await startDnsServer()]
  dns.addresses('inside.example.com', () => ['127.0.0.1'])
  dns.addresses('outside.example.com', () => ['93.184.215.14'])
  const server = await attackedServer('sqlite', { DNS_SERVERS: dns.address })
  const account = await newAccount(server.url)

  const refused = await account.ask(CREATE, { url: `http://127.0.0.1:${inside.port}/latest/meta-data?x=1` })
  expect(refused.errors).toMatchObject([{ message: 'url must resolve to a public address' }])

  const made: string[] = []
  for (const name of ['inside', 'outside', 'missing']) {
    const asked = await account.ask(CREATE, { url: `http://${name}.example.com:${inside.port}/` })
    expect(asked.errors).toEqual([])
    made.push(asked.data.createWebhook.id)
  }
  const [id] = made
  await account.ask(TEST, { id })
  await expect
    .poll(async () => (await account.ask(DELIVERIES, { id })).data.webhookDeliveries[0]?.response)
    .toBe('Refused: the address is not public')
  expect(inside.connections()).toBe(0)
  await dns.close()
})

it('M8: five webhooks of one account and 300 links bring a stranger 600 requests of 1,500, while another host gets its own at once', async () => {
  const [victim, other] = [await startReceiver(), await startReceiver()]
  const server = await attackedServer('sqlite', { WEBHOOK_ALLOW_PRIVATE: 'true' })
  expect(server.log()).toContain('WEBHOOK_ALLOW_PRIVATE is true')
  const [attacker, bystander] = [await newAccount(server.url), await newAccount(server.url)]
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const { data } = await attacker.ask(CREATE, { url: `http://127.0.0.1:${victim.port}/${n}` })
    ids.push(data.createWebhook.id)
  }
  await bystander.ask(CREATE, { url: `http://localhost:${other.port}/` })
  await attacker.ask(LINKS, links(300))
  await victim.arrived(600)
  // Each time the dispatcher has looked at what is due for the victim, too.
  for (const arrived of [20, 40, 60]) {
    await bystander.ask(LINKS, links(20))
    await other.arrived(arrived)
  }
  expect(victim.received).toHaveLength(600)
  // The newest 100 of one webhook: those that wait were not tried, and none has failed.
  const { data } = await attacker.ask(DELIVERIES, { id: ids[0] })
  const waiting = data.webhookDeliveries.filter(({ status }: { status: string }) => status !== 'SUCCEEDED')
  expect(waiting.length).toBeGreaterThan(0)
  for (const each of waiting) expect(each).toEqual({ status: 'PENDING', response: null, attempts: 0 })
})
