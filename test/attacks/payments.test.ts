import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import {
  anEvent,
  aSubscription,
  PRICES,
  paymentSettings,
  signed,
  usePaymentProvider,
} from '../support/payment-provider.ts'
import { attackedServer } from './attacked-server.ts'

it('L4: a buyer of another product names another person’s account, events of one second come in any order, one comes again: each account keeps its own plan', async () => {
  const provider = await usePaymentProvider()
  const server = await attackedServer('sqlite', paymentSettings(provider))
  const [victim, payer] = [await newAccount(server.url), await newAccount(server.url)]
  const plan = async ({ ask }: typeof victim) => (await ask('{ meSub { plan status } }')).data.meSub
  const tell = async (event: object) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signed(body) }
    expect((await fetch(`${server.url}/webhooks/payment`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const now = Math.floor(Date.now() / 1000)
  const event = (type: string, object: object, created: number, id: string) => anEvent(type, object, created, id)

  const session = { id: 'cs_1', mode: 'subscription', customer: 'cus_attacker', client_reference_id: victim.id }
  await tell(
    event('customer.subscription.created', aSubscription({ id: 'sub_1', customer: 'cus_attacker' }), now, 'evt_1'),
  )
  await tell(event('checkout.session.completed', { ...session, metadata: {} }, now, 'evt_2'))
  expect(await plan(victim)).toEqual({ plan: 'FREE', status: 'ACTIVE' })
  expect((await victim.ask('mutation { createPortalSession { url } }')).errors).not.toEqual([])

  const metadata = { shortlink_owner: payer.id }
  const own = (given: object) => aSubscription({ id: 'sub_2', customer: 'cus_payer', metadata, ...given })
  const updated = (given: object, previous: object, id: string) => {
    const made = event('customer.subscription.updated', own(given), now, id)
    return { ...made, data: { ...made.data, previous_attributes: previous } }
  }
  await tell(event('customer.subscription.created', own({ status: 'incomplete' }), now, 'evt_3'))
  // The later one has the lower id and comes first.
  const first = updated({ price: PRICES.STARTER }, { status: 'incomplete' }, 'evt_9')
  const second = updated({ price: PRICES.PRO }, { items: own({ price: PRICES.STARTER }).items }, 'evt_4')
  await tell(second)
  await tell(first)
  expect(await plan(payer)).toEqual({ plan: 'PRO', status: 'ACTIVE' })
  await tell({ ...first, created: now + 60 })
  expect(await plan(payer)).toEqual({ plan: 'PRO', status: 'ACTIVE' })
})
