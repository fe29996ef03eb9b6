import assert from 'node:assert/strict'
import {
  createLink,
  createLinks,
  deleteLinks,
  EVENT_TYPES,
  type HitId,
  type LinkId,
  type User,
  type UserId,
  updateLink,
} from '@shortlink/core'
import { deliveryId } from '@shortlink/core/adapter'
import fc from 'fast-check'
import { aHit } from '../../core/contracts/samples.ts'
import { newUser } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { type Invariant, type Step, step } from './model.ts'
import { REPLIES, Receiver } from './receiver.ts'
import type { World } from './world.ts'

export interface Model {
  readonly user: User
  readonly receiver: Receiver
  /** How often a change of the slug was committed. */
  readonly commits: Map<string, number>
  /** The events of the slug that arrived, clicks apart. */
  readonly arrived: Map<string, Set<string>>
  /** The latest link known of each slug. */
  readonly links: Map<string, LinkId>
  /** Messages of changes whose commit was confirmed. */
  readonly expected: Set<string>
  changes: number
  replies: number
}

const URL = 'https://receiver.example/'
/** Fewer failures than disable a webhook. */
const MAX_REPLIES = 10
const slug = fc.constantFrom('one', 'two', 'three')
const replica = fc.nat({ max: 1 })

const idOf = (id: string) => deliveryId(id as never, WEBHOOK)
export const WEBHOOK = '00000000-0000-7000-8000-webhook00001' as Parameters<typeof deliveryId>[1]

function created(model: Model, { id, slug }: { readonly id: LinkId; readonly slug: string }) {
  model.links.set(slug, id)
  model.expected.add(idOf(id))
}

const create = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`create(r${index}, ${slug})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      const link = await app.run(createLink, model.user, { target: 'https://example.com/', slug })
      if (link.isOk()) created(model, link.value)
    }),
  ),
)

const createMany = replica.map((index) =>
  step<Model>(`create many(r${index})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      const inputs = ['one', 'two', 'three'].map((slug) => ({ target: 'https://example.com/', slug }))
      const items = (await app.run(createLinks, model.user, { inputs }))._unsafeUnwrap()
      for (const { value } of items) if (value) created(model, value)
    }),
  ),
)

const update = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`update(r${index}, ${slug})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      model.changes += 1
      await app.run(updateLink, model.user, { slug, title: `title ${model.changes}` })
    }),
  ),
)

const remove = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`delete(r${index}, ${slug})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      ;(await app.run(deleteLinks, model.user, { slugs: [slug, 'three'] }))._unsafeUnwrap()
    }),
  ),
)

const click = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(
    `click(r${index}, ${slug})`,
    (model, world) => {
      model.changes += 1
      const link = model.links.get(slug) as LinkId
      const id = String(model.changes) as HitId
      return world.start(world.replica(index), async ({ ports }) => {
        await ports.store.hits.record([aHit(link, { id, at: world.clock.wall() })])
        // The hit of a link that was deleted is ignored.
        const isKept = await ports.store.hits.findOwned(model.user.userId, id)
        if (isKept) model.expected.add(idOf(id))
      })
    },
    (model) => model.links.has(slug),
  ),
)

const reply = fc.constantFrom(...REPLIES).map((reply) =>
  step<Model>(
    `receiver: ${reply}`,
    (model) => {
      model.replies += 1
      model.receiver.replies.push(reply)
    },
    ({ replies }) => replies < MAX_REPLIES,
  ),
)

/** The replica shuts down and starts again. */
const restart = replica.map((index) =>
  step<Model>(`restart(r${index})`, (_model, world) => {
    const replica = world.replica(index)
    return world.start(replica, async (parts) => {
      await parts.close()
      if (replica.parts === parts) world.crash(replica)
    })
  }),
)

/** Every committed event is delivered at least once, signed, and never before its commit. */
export const webhooks: Invariant<Model> = {
  name: 'webhooks',
  outside: () => new Receiver(),
  async setup(world) {
    const { store, ids, clock } = world
    const receiver = world.outside as Receiver
    const user = await newUser({ store, ids, clock: { now: clock.wall } })
    const model: Model = {
      user,
      receiver,
      commits: new Map(),
      arrived: new Map(),
      links: new Map(),
      expected: new Set(),
      changes: 0,
      replies: 0,
    }
    await addWebhook(model, world, user.userId)
    watch(model, world)
    return model
  },
  steps: [create, createMany, update, remove, click, reply, restart, ...(faultSteps as fc.Arbitrary<Step<Model>>[])],
  async check(model, world) {
    await deliverAll(model, world)
    const { receiver, expected, commits, arrived } = model
    for (const id of expected) assert(receiver.bodies.has(id), `${id} was committed and not delivered`)
    for (const [slug, count] of commits)
      assert.equal(arrived.get(slug)?.size ?? 0, count, `events of ${count} changes of ${slug}`)
  },
}

async function addWebhook({ receiver }: Model, world: World, owner: UserId) {
  const { webhookSigner } = world.replica(0).parts.ports
  receiver.secrets.set(URL, webhookSigner.secret({ webhook: WEBHOOK, version: 1 }))
  await world.store.webhooks.insert({
    id: WEBHOOK,
    owner,
    url: URL,
    events: EVENT_TYPES,
    enabled: true,
    secretVersion: 1,
    previousSecretUntil: null,
    failures: 0,
    createdAt: world.clock.wall(),
  })
}

/** Counts commits and arrivals. */
function watch({ receiver, commits, arrived }: Model, { store }: World) {
  store.linkFeed.subscribe((change) => {
    if (typeof change === 'object' && 'slug' in change) commits.set(change.slug, (commits.get(change.slug) ?? 0) + 1)
  })
  receiver.onArrival = (id, body) => {
    const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: { link: { slug: string } } }
    if (type === 'link.clicked') return
    const { slug } = data.link
    const events = (arrived.get(slug) ?? new Set()).add(id)
    arrived.set(slug, events)
    assert(events.size <= (commits.get(slug) ?? 0), `${type} of ${slug} arrived before its commit`)
  }
}

/** All replicas crash once more, and run without faults until nothing is left in the outbox. */
async function deliverAll({ receiver }: Model, world: World) {
  receiver.replies.length = 0
  receiver.pollIntervalMs = 60_000
  for (const replica of world.replicas) {
    replica.skewMs = 0
    world.crash(replica)
  }
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await world.clock.leap(60_000)
    await world.settle()
    await world.clock.advance(200)
    await world.settle()
    if (receiver.finding) throw receiver.finding
    const { due, later } = await world.store.deliveries.backlog(world.clock.wall(), 1000)
    if (due + later === 0) return
  }
  assert.fail('deliveries wait for ever')
}
