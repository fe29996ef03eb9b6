import { createLink, deleteLink, type User, updateLink } from '@shortlink/core'
import fc from 'fast-check'
import { newUser } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { LinkHistory, shownBy } from './link-history.ts'
import { type Invariant, type Step, step } from './model.ts'

interface Model {
  readonly owner: User
  readonly history: LinkHistory
  /** Numbers targets, so that each is of one write. */
  writes: number
}

const SLUGS = ['one', 'two']
const replica = fc.nat({ max: 1 })
const slug = fc.constantFrom(...SLUGS)

/** Updates the link, or creates it. */
const write = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`write(r${index}, ${slug})`, (model, world) => {
    const replica = world.replica(index)
    const target = `https://example.com/${++model.writes}`
    return world.start(replica, async ({ app }) => {
      const updated = await app.run(updateLink, model.owner, { slug, target })
      const done = updated.isOk() ? updated : await app.run(createLink, model.owner, { slug, target })
      if (done.isOk()) model.history.written(replica, slug)
    })
  }),
)

const remove = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`delete(r${index}, ${slug})`, (model, world) => {
    const replica = world.replica(index)
    return world.start(replica, async ({ app }) => {
      const done = await app.run(deleteLink, model.owner, { slug })
      if (done.isOk()) model.history.written(replica, slug)
    })
  }),
)

/** An operator's command, which goes to the database directly. */
const block = fc
  .tuple(slug, fc.boolean())
  .map(([slug, isBlocked]) =>
    step<Model>(`${isBlocked ? 'block' : 'unblock'}(${slug})`, (_model, world) =>
      world.startCommand((store) => store.links.setDisabled('', slug, isBlocked ? world.clock.wall() : null)),
    ),
  )

const read = fc.tuple(replica, slug).map(([index, slug]) =>
  step<Model>(`read(r${index}, ${slug})`, ({ history }, world) => {
    const replica = world.replica(index)
    return world.start(replica, async ({ ports }) => {
      const end = history.beginRead(replica, slug)
      end(shownBy(await ports.servedLinks.find('', slug)))
    })
  }),
)

/** Every replica sees a change within a second, or knows that its feed is down; its own changes at once. */
export const cacheFreshness: Invariant<Model> = {
  name: 'fresh caches',
  replicas: 2,
  async setup(world) {
    const owner = await newUser({ store: world.store, ids: world.ids, clock: { now: world.clock.wall } })
    return { owner, history: new LinkHistory(world, SLUGS), writes: 0 }
  },
  steps: [write, write, remove, block, read, read, read, read, ...(faultSteps as fc.Arbitrary<Step<Model>>[])],
  async check() {},
}
