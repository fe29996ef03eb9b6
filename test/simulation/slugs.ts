import assert from 'node:assert/strict'
import {
  addShortlinkAlias,
  createLink,
  deleteLink,
  type LinkId,
  removeShortlinkAlias,
  type User,
  type UserId,
} from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/host'
import fc from 'fast-check'
import { newUser } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { type Invariant, type Step, step } from './model.ts'
import { SlugHistory } from './slug-history.ts'
import type { World } from './world.ts'

interface Model {
  readonly users: readonly User[]
  readonly history: SlugHistory
  readonly links: Map<UserId, Set<LinkId>>
}

const SLUGS = ['one', 'two', 'three']
const HOUR_MS = 60 * 60 * 1000
const place = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 }), fc.constantFrom(...SLUGS))

const userOf = ({ users }: Model, index: number) => {
  const user = users[index]
  assert(user)
  return user
}

/** The link of the account that was created last. */
const linkOf = ({ links }: Model, { userId }: User) => [...(links.get(userId) ?? [])].at(-1)

const create = place.map(([index, account, slug]) =>
  step<Model>(`create(r${index}, account ${account}, ${slug})`, (model, world) => {
    const user = userOf(model, account)
    return world.start(world.replica(index), async ({ app }) => {
      const created = await app.run(createLink, user, { slug, target: 'https://example.com' })
      if (created.isErr()) return
      model.history.mustHaveBeen(slug, created.value.id)
      model.links.get(user.userId)?.add(created.value.id)
    })
  }),
)

const remove = place.map(([index, account, slug]) =>
  step<Model>(`delete(r${index}, account ${account}, ${slug})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      await app.run(deleteLink, userOf(model, account), { slug })
    }),
  ),
)

const changeAlias = fc.tuple(place, fc.boolean()).map(([[index, account, slug], isAdded]) =>
  step<Model>(`${isAdded ? 'add' : 'remove'} alias(r${index}, account ${account}, ${slug})`, async (model, world) => {
    const user = userOf(model, account)
    const id = linkOf(model, user)
    if (id === undefined) return
    await world.start(world.replica(index), async ({ app }) => {
      if (!isAdded) return app.run(removeShortlinkAlias, user, { id, slug })
      const added = await app.run(addShortlinkAlias, user, { id, slug })
      if (added.isOk()) model.history.mustHaveBeen(slug, id)
      return added
    })
  }),
)

const takeDown = fc
  .constantFrom(...SLUGS)
  .map((slug) =>
    step<Model>(`take down(${slug})`, (_model, world) =>
      world.startCommand((store) => store.links.deleteBySlug('', slug, world.clock.wall())),
    ),
  )

/** Hours pass, and each replica runs the job that frees slugs. */
const wait = fc.constantFrom(1, 2, 22, 25, 30).map((hours) =>
  step<Model>(`wait(${hours} hours)`, async (_model, world) => {
    // No statement or transaction takes hours.
    if (!world.isQuiet) return
    await world.clock.leap(hours * HOUR_MS)
    for (const replica of world.replicas)
      await world.start(replica, ({ runJob }) => runJob('free the slugs of links deleted long ago'))
  }),
)

/** A slug never has two owners, and a tombstone keeps it for its former owner for its whole time. */
export const slugs: Invariant<Model> = {
  name: 'slugs',
  policy: { slugs: { length: 7, isLoose: false, tombstoneDays: 1 } },
  async setup(world) {
    const ports = { store: world.store, ids: world.ids, clock: { now: world.clock.wall } }
    const users = [await newUser(ports), await newUser(ports)]
    return {
      users,
      history: new SlugHistory(world, SLUGS, DAY_MS),
      links: new Map(users.map(({ userId }) => [userId, new Set<LinkId>()])),
    }
  },
  steps: [
    create,
    create,
    create,
    remove,
    remove,
    changeAlias,
    takeDown,
    wait,
    wait,
    ...(faultSteps as fc.Arbitrary<Step<Model>>[]),
  ],
  check: checkReclaims,
}

/** The former owner may have a free slug again at once; another account may not. */
async function checkReclaims({ users, history }: Model, world: World) {
  for (const replica of world.replicas) replica.faults.clear()
  for (const slug of SLUGS) {
    const former = history.heldFor(slug)
    if (former === undefined) continue
    const others = users.filter(({ userId }) => userId !== former)
    for (const user of [...others, ...users.filter(({ userId }) => userId === former)])
      await world.start(world.replica(0), async ({ app }) => {
        const created = await app.run(createLink, user, { slug, target: 'https://example.com' })
        assert.equal(created.isOk(), user.userId === former, `${slug} was left by ${former}, taken by ${user.userId}`)
      })
    await world.settle()
  }
}
