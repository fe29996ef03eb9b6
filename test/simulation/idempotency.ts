import assert from 'node:assert/strict'
import { createLink, createLinks, deleteLinks, openCheckout, type User } from '@shortlink/core'
import { JOBS, type JobPorts } from '@shortlink/core/host'
import fc from 'fast-check'
import { newUser } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { type Invariant, type Step, step } from './model.ts'
import { PaymentPages } from './payment-pages.ts'
import type { World } from './world.ts'

/** A call that clients may repeat, on any replica. */
interface Call {
  readonly user: number
  readonly key: string
  readonly operation: keyof typeof OPERATIONS
  readonly variant: number
}

interface Model {
  readonly users: readonly User[]
  readonly pages: PaymentPages
  /** The calls of each key, by their JSON. */
  readonly calls: Map<string, Call>
  /** The first response of each key, with the variant that got it. */
  readonly responses: Map<string, { readonly variant: number; readonly json: string }>
}

const target = (name: string) => ({ target: `https://example.com/${name}` })
/** Calls with other keys want the same slug, and calls delete it, so that repeated work would end differently. */
const WANTED = 'wanted'
/** Too long to be stored whole, so its response is rebuilt from the links. */
const LONG = Array.from({ length: 26 }, (_, index) => target(`${index}${'a'.repeat(1990)}`))

const OPERATIONS = {
  createLink: {
    useCase: createLink,
    inputs: (key: string) => [target(key), { ...target(key), slug: WANTED }],
  },
  createLinks: {
    useCase: createLinks,
    inputs: (key: string) => [
      { inputs: [target(key), { ...target(key), slug: WANTED }, { target: 'not a URL' }] },
      { inputs: LONG },
    ],
  },
  deleteLinks: { useCase: deleteLinks, inputs: () => [{ slugs: [WANTED] }, { slugs: [WANTED, 'unknown'] }] },
  openCheckout: { useCase: openCheckout, inputs: (key: string) => [{ priceId: `${key}-0` }, { priceId: `${key}-1` }] },
} as const

const keyOf = ({ user, operation, key }: Call) => `${user} ${operation} ${key}`

/** Calls, and compares the response with the first that a call of the key got. */
async function send(model: Model, world: World, replica: number, call: Call) {
  const { useCase, inputs } = OPERATIONS[call.operation]
  model.calls.set(JSON.stringify(call), call)
  await world.start(world.replica(replica), async ({ app }) => {
    const user = model.users[call.user] as User
    const result = await app.run<'user' | 'anyone', never, unknown, never, never>(
      useCase as never,
      user,
      inputs(call.key)[call.variant],
      { idempotencyKey: call.key },
    )
    const json = JSON.stringify(result.isOk() ? { value: result.value } : { error: result.error })
    const first = model.responses.get(keyOf(call))
    if (json === KEY_REUSED) return assert.notEqual(first?.variant, call.variant, 'an equal call was refused')
    if (first) assert.equal(first.variant, call.variant, 'two different calls with one key got a response')
    // A long response is rebuilt from the links, with its fields in another order.
    if (first && json !== first.json)
      assert.deepEqual(JSON.parse(json), JSON.parse(first.json), 'equal calls got different responses')
    model.responses.set(keyOf(call), { variant: call.variant, json })
  })
}

const KEY_REUSED = JSON.stringify({ error: { type: 'idempotency-key-reused' } })

const replica = fc.nat({ max: 2 })
const aCall = fc.record({
  user: fc.nat({ max: 1 }),
  key: fc.constantFrom('a', 'b'),
  operation: fc.constantFrom('createLink', 'createLinks', 'deleteLinks', 'openCheckout'),
  variant: fc.constantFrom(0, 0, 0, 1),
})
const call = fc
  .tuple(replica, aCall)
  .map(([replica, call]) =>
    step<Model>(`r${replica} ${keyOf(call)} ${call.variant}`, (model, world) => send(model, world, replica, call)),
  )

const FORGET = JOBS.find(({ name }) => name === 'forget old idempotency keys')
const forget = replica.map((index) =>
  step<Model>(`forget(r${index})`, (_model, world) =>
    world.start(world.replica(index), async ({ ports }) => {
      const expiryTime = () => ports.store.now()
      await FORGET?.run({ ...ports, expiryTime } as JobPorts)
    }),
  ),
)

/** Equal calls with one idempotency key have one effect and one response. */
export const idempotency: Invariant<Model> = {
  name: 'idempotency keys',
  outside: () => new PaymentPages(),
  async setup({ store, ids, clock, outside }) {
    const ports = { store, ids, clock: { now: clock.wall } }
    const users = [await newUser(ports), await newUser(ports)]
    return { users, pages: outside as PaymentPages, calls: new Map(), responses: new Map() }
  },
  steps: [call, call, call, call, forget, ...(faultSteps as fc.Arbitrary<Step<Model>>[])],
  async check(model, world) {
    for (const { faults } of world.replicas) faults.clear()
    // Clients repeat what got no response.
    for (const call of model.calls.values()) {
      await send(model, world, 0, call)
      await world.settle()
    }
    await checkLinks(model, world)
    for (const [price, pages] of model.pages.opened) assert.equal(pages, 1, `${pages} pages for ${price}`)
  },
}

type Item = { readonly ok: boolean; readonly value: string | { readonly id: string } }

/** The links are those that the responses say were created and not deleted. */
async function checkLinks({ users, responses }: Model, { store }: World) {
  const expected = new Set<string>()
  const deleted = new Set<string>()
  for (const [key, { json }] of responses) {
    const { value } = JSON.parse(json) as { readonly value?: { readonly id: string } | readonly Item[] }
    const items = Array.isArray(value) ? (value as Item[]) : value ? [{ ok: true, value } as Item] : []
    for (const { value } of key.includes('openCheckout') ? [] : items.filter(({ ok }) => ok))
      if (typeof value === 'string') deleted.add(value)
      else expected.add(value.id)
  }
  const present: string[] = []
  for (const { userId } of users) {
    const links = await store.links.listAfter(userId, 1000)
    present.push(...links.map(({ id }) => id))
  }
  assert.deepEqual(present.toSorted(), [...expected].filter((id) => !deleted.has(id)).toSorted(), 'the links')
}
