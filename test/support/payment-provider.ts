import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const WEBHOOK_SECRET = 'whsec_of_tests'

/** Prices of the fake: our plans, another product of the operator, and a refill pack for 4.99. */
export const PRICES = {
  STARTER: 'price_starter',
  PRO: 'price_pro',
  OTHER: 'price_of_something_else',
  REFILL: 'price_refill',
}
/** The prices of the plans, in the form of an adapter. */
export const PLAN_PRICES = [
  { priceId: PRICES.STARTER, plan: 'STARTER', interval: 'month' },
  { priceId: PRICES.PRO, plan: 'PRO', interval: 'month' },
] as const

const PACK_PRICE = 499

interface Invoice {
  readonly id: string
  readonly customer: string
  readonly metadata: Record<string, string>
  status: 'draft' | 'open' | 'paid' | 'void'
  total: number
  amount_paid: number
  readonly currency: 'usd'
}

interface ProviderCall {
  readonly call: string
  readonly parameters: Record<string, string>
  readonly key: string | undefined
}

type Mood = 'well' | 'hanging' | 'failing' | 'declining' | 'losing answers'

/** Starts the used part of Stripe's API on loopback: form-encoded calls, idempotency keys, invoices that are paid once. */
export async function startPaymentProvider() {
  const calls: ProviderCall[] = []
  const invoices = new Map<string, Invoice>()
  const answers = new Map<string, { status: number; body: unknown }>()
  const charges: { readonly customer: string; readonly amount: number; readonly order: string | undefined }[] = []
  const deletedCustomers = new Set<string>()
  let mood: Mood = 'well'
  let made = 0

  const server = createServer(async (request, response) => {
    const [call, parameters] = await readCall(request)
    const key = request.headers['idempotency-key'] as string | undefined
    calls.push({ call, parameters, key })
    if (mood === 'hanging') return
    if (mood === 'failing')
      return reply(response, { status: 503, body: { error: { message: 'down', type: 'api_error' } } })
    const known = key === undefined ? undefined : answers.get(key)
    const answer = known ?? serve(call, parameters)
    if (key !== undefined) answers.set(key, answer)
    if (mood === 'losing answers' && call.endsWith('/pay')) return void response.destroy()
    reply(response, answer)
  })

  function serve(call: string, parameters: Record<string, string>): { status: number; body: unknown } {
    const [, id = '', step] = /^\w+ \/v1\/(?:invoices|prices|customers)\/([^/]+)(?:\/(\w+))?$/.exec(call) ?? []
    const invoice = invoices.get(id)
    if (call === 'POST /v1/checkout/sessions') return ok({ id: `cs_${++made}`, url: `https://pay.example/c/${made}` })
    if (call === 'POST /v1/billing_portal/sessions')
      return ok({ id: `bps_${++made}`, url: `https://pay.example/p/${made}` })
    if (call === `GET /v1/prices/${PRICES.REFILL}`) return ok({ id, unit_amount: PACK_PRICE, currency: 'usd' })
    if (call === 'GET /v1/subscriptions') return ok({ object: 'list', data: [{ default_payment_method: 'pm_card' }] })
    if (call === 'POST /v1/invoices') return ok(draft(parameters))
    if (call === 'POST /v1/invoiceitems') return ok(addPack(parameters))
    if (invoice && step === 'finalize') return ok(Object.assign(invoice, { status: 'open' }))
    if (invoice && step === 'void') return ok(Object.assign(invoice, { status: 'void' }))
    if (invoice && step === 'pay') return pay(invoice)
    if (invoice && call.startsWith('GET ')) return ok(invoice)
    if (call.startsWith('DELETE /v1/customers/') && !deletedCustomers.has(id)) {
      deletedCustomers.add(id)
      return ok({ id, deleted: true })
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: call } } }
  }

  function draft({ customer = '', ...rest }: Record<string, string>): Invoice {
    const id = `in_${++made}`
    const order = rest['metadata[shortlink_order]']
    const metadata: Record<string, string> = order === undefined ? {} : { shortlink_order: order }
    const invoice: Invoice = { id, customer, metadata, status: 'draft', total: 0, amount_paid: 0, currency: 'usd' }
    invoices.set(id, invoice)
    return invoice
  }

  function addPack({ invoice: id = '', 'pricing[price]': price }: Record<string, string>) {
    const invoice = invoices.get(id)
    if (invoice && price === PRICES.REFILL) invoice.total += PACK_PRICE
    return { id: `ii_${++made}`, invoice: id }
  }

  function pay(invoice: Invoice) {
    if (invoice.status !== 'open') return refusal('invoice_not_open', 'Invoice is not open')
    if (mood === 'declining') {
      return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Declined' } } }
    }
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.total })
    charges.push({ customer: invoice.customer, amount: invoice.total, order: invoice.metadata.shortlink_order })
    return ok(invoice)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  async function close() {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    charges,
    invoices,
    deletedCustomers,
    feel(changed: Mood) {
      mood = changed
    },
    close,
  }
}

export type PaymentProvider = Awaited<ReturnType<typeof startPaymentProvider>>

/** Starts a fake until the test ends. */
export async function usePaymentProvider(): Promise<PaymentProvider> {
  const provider = await startPaymentProvider()
  onTestFinished(provider.close)
  return provider
}

/** Returns settings of a server that takes payments through the fake. */
export const paymentSettings = ({ url }: Pick<PaymentProvider, 'url'>) => ({
  PAYMENT_SECRET_KEY: 'sk_test_of_tests',
  PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  PAYMENT_API_BASE: url,
  PRICE_STARTER_MONTHLY: PRICES.STARTER,
  PRICE_PRO_MONTHLY: PRICES.PRO,
  PRICE_REFILL: PRICES.REFILL,
})

async function readCall(request: IncomingMessage): Promise<[call: string, parameters: Record<string, string>]> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { pathname } = new URL(request.url ?? '', 'http://provider')
  return [`${request.method} ${pathname}`, Object.fromEntries(new URLSearchParams(body))]
}

const ok = (body: object) => ({ status: 200, body: { ...body } })
const refusal = (code: string, message: string) => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
})

function reply(response: ServerResponse, { status, body }: { status: number; body: unknown }) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Returns Stripe's signature: HMAC-SHA256 of `{timestamp}.{body}`. */
export function signed(body: string, { secret = WEBHOOK_SECRET, at = Date.now() } = {}): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

let events = 0

/** Creates an event in the format of the provider; `created` is in seconds. */
export const anEvent = (
  type: string,
  object: object,
  created = 1_770_000_000,
  id = `evt_${String(++events).padStart(8, '0')}`,
) => ({
  id,
  object: 'event',
  type,
  created,
  data: { object },
})

/** Creates a subscription in the format of the provider since March 2025. */
export const aSubscription = ({
  price = PRICES.PRO,
  start = 1_770_000_000,
  ...given
}: Record<string, unknown> & { price?: string; start?: number } = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  cancel_at_period_end: false,
  cancel_at: null,
  billing_cycle_anchor: start,
  metadata: {},
  items: {
    object: 'list',
    data: [{ id: 'si_1', price: { id: price }, current_period_start: start, current_period_end: start + 2_592_000 }],
  },
  ...given,
})
