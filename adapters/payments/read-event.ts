import type { PaymentEvent, Plan, SubscriptionStatus, UserId } from '@shortlink/core'
import type { EventOrder } from '@shortlink/core/adapter'
import { z } from 'zod'
import { type Prices, planOf, toHundredths } from './prices.ts'

/** Metadata keys of shortlink, since the operator's account may hold objects of other programs. */
export const OWNER = 'shortlink_owner'
export const ORDER = 'shortlink_order'

const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Seconds = z.number().transform((seconds) => seconds * 1000)
const Metadata = z.record(z.string(), z.string()).nullish()
/** Since the API of March 2025 items have the period, before that the subscription had it; accept both. */
const period = { current_period_start: Seconds.nullish(), current_period_end: Seconds.nullish() }

const Event = z.object({
  id: z.string().min(1).max(255),
  created: Seconds,
  type: z.string(),
  data: z.object({ object: z.unknown(), previous_attributes: z.record(z.string(), z.unknown()).nullish() }),
})

const SubscriptionObject = z.object({
  id: z.string(),
  customer: Reference,
  status: z.string(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: Seconds.nullish(),
  billing_cycle_anchor: Seconds.nullish(),
  metadata: Metadata,
  items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string() }), ...period })) }),
  ...period,
})

const SessionObject = z.object({
  customer: Reference.nullish(),
  client_reference_id: z.string().nullish(),
  mode: z.string().nullish(),
  metadata: Metadata,
})

const InvoiceObject = z.object({ metadata: Metadata, amount_paid: z.number(), currency: z.string() })

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'ACTIVE',
  trialing: 'TRIALING',
  past_due: 'PAST_DUE',
  canceled: 'CANCELED',
  incomplete_expired: 'CANCELED',
  incomplete: 'INCOMPLETE',
  // All retries have failed, but periods continue: as past due, the plan would stay forever.
  unpaid: 'INCOMPLETE',
  paused: 'INCOMPLETE',
}

/** The order of events within one second. */
const RANKS: Readonly<Record<string, number>> = {
  'customer.subscription.created': 0,
  'customer.subscription.deleted': 2,
}

const SUBSCRIPTION = /^customer\.subscription\.(created|updated|deleted|paused|resumed)$/

/** Called when a subscription has none of the configured prices. */
export type OnUnknownPrice = (subscription: string, price: string | undefined) => void

/**
 * Translates an event of the provider, without calls to it.
 * @throws ZodError for anything but an event
 */
export function readStripeEvent(raw: unknown, prices: Prices, onUnknownPrice: OnUnknownPrice): PaymentEvent {
  const { id, created, type, data } = Event.parse(raw)
  const asOf: EventOrder = { at: created, rank: RANKS[type] ?? 1, eventId: id }
  if (SUBSCRIPTION.test(type)) return readSubscription(data, asOf, prices, onUnknownPrice)
  if (type === 'checkout.session.completed') return readSession(data.object, asOf)
  if (type === 'invoice.paid' || type === 'invoice.payment_succeeded') return readInvoice(data.object)
  return { type: 'other' }
}

function readSubscription(
  { object, previous_attributes: previous }: z.output<typeof Event>['data'],
  asOf: EventOrder,
  prices: Prices,
  onUnknownPrice: OnUnknownPrice,
): PaymentEvent {
  const given = SubscriptionObject.parse(object)
  const subscription = toSubscription(given, asOf, prices)
  if (subscription.plan === 'FREE') onUnknownPrice(given.id, itemOf(given, prices)?.price.id)
  const before = previous ? SubscriptionObject.safeParse(overlaid(object, previous)) : undefined
  return {
    type: 'subscription',
    owner: (given.metadata?.[OWNER] ?? null) as UserId | null,
    subscription,
    ...(before?.success && { before: toSubscription(before.data, asOf, prices) }),
  }
}

/** The object with its earlier values. Nested objects list only changed properties, arrays list all items. */
function overlaid(value: unknown, earlier: unknown): unknown {
  if (!isPlain(value) || !isPlain(earlier)) return earlier
  const changed = Object.entries(earlier).map(([name, was]) => [name, overlaid(value[name], was)])
  return { ...value, ...Object.fromEntries(changed) }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const itemOf = ({ items: { data } }: z.output<typeof SubscriptionObject>, prices: Prices) =>
  data.find(({ price }) => planOf(prices, price.id)) ?? data[0]

function toSubscription(given: z.output<typeof SubscriptionObject>, asOf: EventOrder, prices: Prices) {
  const item = itemOf(given, prices)
  const plan: Plan = planOf(prices, item?.price.id ?? '') ?? 'FREE'
  const currentPeriodStart = item?.current_period_start ?? given.current_period_start ?? null
  const currentPeriodEnd = item?.current_period_end ?? given.current_period_end ?? null
  const { cancel_at: cancelAt } = given
  return {
    id: given.id,
    customer: given.customer,
    owner: null,
    plan,
    status: STATUSES[given.status] ?? ('INCOMPLETE' as const),
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd:
      given.cancel_at_period_end === true ||
      (cancelAt != null && currentPeriodEnd !== null && cancelAt <= currentPeriodEnd),
    anchorDay: new Date(given.billing_cycle_anchor ?? currentPeriodStart ?? asOf.at).getUTCDate(),
    asOf,
  }
}

/** Only sessions that shortlink created: with payment links a buyer sets `client_reference_id` in the URL, but no metadata. */
function readSession(raw: unknown, asOf: EventOrder): PaymentEvent {
  const { customer, client_reference_id: owner, mode, metadata } = SessionObject.parse(raw)
  const isOwnSession = mode === 'subscription' && metadata?.[OWNER] === owner
  return customer && owner && isOwnSession
    ? { type: 'customer', customer, owner: owner as UserId, asOf }
    : { type: 'other' }
}

function readInvoice(raw: unknown): PaymentEvent {
  const { metadata, amount_paid: paid, currency } = InvoiceObject.parse(raw)
  const order = metadata?.[ORDER]
  return order ? { type: 'pack-paid', order, amount: toHundredths(paid, currency) } : { type: 'other' }
}
