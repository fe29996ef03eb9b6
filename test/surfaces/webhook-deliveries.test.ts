import { describe, expect, it, onTestFinished } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startReceiver } from '../support/receiver.ts'
import { DATABASES, startTestServer } from '../support/server.ts'

const DELIVERIES =
  'query ($id: ID!, $take: Int) { webhookDeliveries(webhookId: $id, take: $take) { id event body status } }'
const HOOKS = '{ webhooks { failures enabled lastDelivery { event body status } } }'

describe.each(DATABASES)('deliveries of webhooks over GraphQL on %s', (database) => {
  async function open(settings: Record<string, string> = {}) {
    const server = await startTestServer({ database, settings })
    onTestFinished(() => server.close('the test is over'))
    const account = await newAccount(server.url)
    const create = async (url: string, events: readonly string[]) => {
      const { data } = await account.ask(
        'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }',
        { input: { url, events } },
      )
      return data.createWebhook.id as string
    }
    return { account, create }
  }

  it('the body of a delivery is what its receiver got, byte for byte', async () => {
    const receiver = await startReceiver()
    const { account, create } = await open()
    const id = await create(receiver.url, ['link.created', 'link.updated', 'link.deleted'])
    const made = await account.ask('mutation ($input: CreateShortlinkInput!) { addShortlink(input: $input) { id } }', {
      input: { target: 'https://example.com/?q="ä"&<b>', title: 'naïve "quotes" \u2028 \\ 😀', tags: ['<i>', 'é'] },
    })
    const link = { id: made.data.addShortlink.id }
    await receiver.arrived(1)
    await account.ask('mutation ($id: ID!) { updateShortlink(input: { id: $id, title: "Second" }) { id } }', link)
    await receiver.arrived(2)
    await account.ask('mutation ($id: ID!) { deleteShortlink(id: $id) }', link)
    const received = await receiver.arrived(3)
    const { data } = await account.ask(DELIVERIES, { id })
    expect(data.webhookDeliveries.map(({ id, body }: { id: string; body: string }) => [id, body]).sort()).toEqual(
      received.map(({ headers, body }) => [headers['webhook-id'], body]).sort(),
    )
  })

  it('a list of webhooks shows the newest delivery of each and its failures in a row', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(410).end())
    const { account, create } = await open()
    const id = await create(receiver.url, ['bio.viewed'])
    expect((await account.ask(HOOKS)).data.webhooks).toEqual([{ failures: 0, enabled: true, lastDelivery: null }])
    for (const event of ['link.created', 'link.clicked']) {
      await account.ask('mutation ($id: ID!, $event: String) { sendTestEvent(webhookId: $id, event: $event) { id } }', {
        id,
        event,
      })
    }
    await expect.poll(async () => (await account.ask(HOOKS)).data.webhooks[0]).toMatchObject({ enabled: false })
    const { data } = await account.ask(HOOKS)
    expect(data.webhooks[0].failures).toBeGreaterThan(0)
    expect(data.webhooks[0].lastDelivery).toMatchObject({ event: 'link.clicked' })
    expect(JSON.parse(data.webhooks[0].lastDelivery.body)).toMatchObject({ type: 'link.clicked' })
    const one = await account.ask(DELIVERIES, { id, take: 1 })
    expect(one.data.webhookDeliveries).toMatchObject([{ event: 'link.clicked' }])
    const many = await account.ask(DELIVERIES, { id, take: 101 })
    expect(many.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', path: 'take' } }])
  })
})
