import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { PRICES, paymentSettings, usePaymentProvider } from '../support/payment-provider.ts'
import { startReceiver } from '../support/receiver.ts'
import { testEnvironment } from '../support/server.ts'
import { serverUnderLoad } from '../support/under-load.ts'

/** A DNS server that hears every question and answers none. */
async function silentDns() {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  let questions = 0
  socket.on('message', () => {
    questions += 1
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, questions: () => questions }
}

const ADD_DOMAIN = 'mutation { addDomain(hostname: "go.example.com") { id } }'
const VERIFY = 'mutation ($id: ID!) { verifyDomain(id: $id) { verified } }'
const CHECKOUT = 'mutation ($price: String!) { createCheckoutSession(priceId: $price) { url } }'
const WEBHOOK = 'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.created"] }) { id } }'
const DELIVERIES = 'query ($id: ID!) { webhookDeliveries(webhookId: $id) { status response attempts nextAttemptAt } }'

it('DNS, payment provider and webhook receivers that take every call and never answer: each is given up with a typed error, a delivery is tried again, redirects and APIs notice nothing', async () => {
  const dns = await silentDns()
  const provider = await usePaymentProvider()
  provider.feel('hanging')
  const receiver = await startReceiver(() => {})
  const settings = { ...paymentSettings(provider), DNS_SERVERS: dns.address, WEBHOOK_RETRY_SCHEDULE: '3600' }
  const server = await serverUnderLoad(await testEnvironment('sqlite', settings))
  const { account } = server
  const domain = (await account.ask(ADD_DOMAIN)).data.addDomain
  const hooks = await Promise.all(
    [receiver.url, 'http://hooks.example.com/'].map(
      async (url) => (await account.ask(WEBHOOK, { url })).data.createWebhook.id as string,
    ),
  )

  const answers = [account.ask(VERIFY, { id: domain.id }), account.ask(CHECKOUT, { price: PRICES.PRO })] as const
  const reported = server.create('reported').then(() => 'reported')
  expect(await Promise.race([reported, ...answers])).toBe('reported')
  const [verified, bought] = await Promise.all(answers)
  expect(verified.errors).toMatchObject([{ message: 'DNS did not answer', extensions: { code: 'UPSTREAM_FAILED' } }])
  expect(bought.errors).toMatchObject([
    { message: 'The payment provider did not answer', extensions: { code: 'UPSTREAM_FAILED' } },
  ])
  expect(dns.questions()).toBeGreaterThan(0)
  expect(receiver.connections()).toBe(1)
  for (const id of hooks) {
    const tried = async () => (await account.ask(DELIVERIES, { id })).data.webhookDeliveries[0]
    await expect.poll(async () => (await tried()).response, { interval: 100 }).toMatch(/time|answer/i)
    expect(await tried()).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      nextAttemptAt: expect.any(String),
    })
  }
  await server.lostNothing()
})
