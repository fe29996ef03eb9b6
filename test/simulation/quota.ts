import assert from 'node:assert/strict'
import {
  addShortlinkAlias,
  createLink,
  createLinks,
  deleteLinks,
  importLinks,
  type Link,
  type LinkId,
  type Usage,
  type User,
} from '@shortlink/core'
import fc from 'fast-check'
import { ResultAsync } from 'neverthrow'
import { grantPlan } from '../support/grant-plan.ts'
import { newUser, testPorts } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { type Invariant, type Step, step } from './model.ts'
import type { World } from './world.ts'

interface Model {
  readonly user: User
  /** What was ever stored and counts: each link, and each alias of it, by id and slug. */
  readonly stored: Set<string>
  /** What responses said was created. */
  readonly created: Set<string>
  /** Links to add aliases to. */
  readonly links: LinkId[]
  aliases: number
  reads: number
  wasRefused: boolean
}

/** The month of the simulation. */
const MONTH = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 1, 1) }
const ALLOWANCE = 1000
/** Links that are left of the quota, so that histories use it up. */
const LEFT = 8
const TARGET = 'https://example.com/'
const IMPORTED = 'https://imported.example/'
const SLUGS = ['one', 'two', 'three', 'four', 'five', 'six']

const replica = fc.nat({ max: 1 })
const slugs = fc.subarray(SLUGS, { minLength: 1, maxLength: 4 })
const keyOf = ({ id }: Pick<Link, 'id'>, slug: string) => `${id} ${slug}`
const isUsedUp = (error: unknown) => JSON.stringify(error).includes('quota of your plan is used up')

function created(model: Model, link: Link, slug = link.slug) {
  model.created.add(keyOf(link, slug))
  model.links.push(link.id)
}

const createOne = fc.tuple(replica, fc.option(fc.constantFrom(...SLUGS), { nil: undefined })).map(([index, slug]) =>
  step<Model>(`create(r${index}, ${slug})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      const link = await app.run(createLink, model.user, { target: TARGET, slug })
      if (link.isOk()) created(model, link.value)
      else model.wasRefused ||= isUsedUp(link.error)
    }),
  ),
)

const createMany = fc.tuple(replica, slugs, fc.boolean()).map(([index, slugs, reuse]) =>
  step<Model>(`create many(r${index}, ${slugs}, ${reuse})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      const named = slugs.map((slug) => ({ target: TARGET, slug }))
      const inputs = [{ target: `${TARGET}${slugs[0]}`, reuse }, ...named, { target: 'not a URL' }, { target: TARGET }]
      const items = (await app.run(createLinks, model.user, { inputs }))._unsafeUnwrap()
      for (const { value, error } of items) {
        if (value) created(model, value)
        else model.wasRefused ||= isUsedUp(error)
      }
    }),
  ),
)

const deleteMany = fc.tuple(replica, slugs).map(([index, slugs]) =>
  step<Model>(`delete many(r${index}, ${slugs})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      ;(await app.run(deleteLinks, model.user, { slugs }))._unsafeUnwrap()
    }),
  ),
)

const importMany = fc.tuple(replica, slugs, fc.boolean()).map(([index, slugs, dryRun]) =>
  step<Model>(`import(r${index}, ${slugs}${dryRun ? ', dry' : ''})`, (model, world) =>
    world.start(world.replica(index), async ({ app }) => {
      const links = slugs.map((slug) => ({ target: IMPORTED, slug }))
      ;(await app.run(importLinks, model.user, { links, dryRun }))._unsafeUnwrap()
    }),
  ),
)

const addAlias = fc.tuple(replica, fc.nat({ max: 5 })).map(([index, link]) =>
  step<Model>(
    `add alias(r${index}, ${link})`,
    (model, world) => {
      const slug = `alias${++model.aliases}`
      const id = model.links.at(-1 - (link % model.links.length)) as LinkId
      return world.start(world.replica(index), async ({ app }) => {
        const changed = await app.run(addShortlinkAlias, model.user, { id, slug })
        if (changed.isOk()) model.created.add(keyOf(changed.value, slug))
        else model.wasRefused ||= isUsedUp(changed.error)
      })
    },
    ({ links }) => links.length > 0,
  ),
)

/** Quota and usage equal the links that exist, or did before they were deleted. Imported links are free. */
export const quota: Invariant<Model> = {
  name: 'quota and usage',
  async setup(world) {
    const { store, ids, clock } = world
    const ports = { store, ids, clock: { now: clock.wall } }
    const user = await newUser(ports)
    ;(await grantPlan(testPorts(ports), `${user.userId}@example.com`, 'STARTER'))._unsafeUnwrap()
    await store.atomic(({ usageMeters }) =>
      ResultAsync.fromSafePromise(usageMeters.spend(user.userId, MONTH, ALLOWANCE - LEFT, ALLOWANCE)),
    )
    const model: Model = {
      user,
      stored: new Set(),
      created: new Set(),
      links: [],
      aliases: 0,
      reads: 0,
      wasRefused: false,
    }
    watch(model, world)
    return model
  },
  steps: [
    createOne,
    createMany,
    createMany,
    deleteMany,
    importMany,
    addAlias,
    ...(faultSteps as fc.Arbitrary<Step<Model>>[]),
  ],
  async check(model, world) {
    const { stored, created, wasRefused } = model
    assert.deepEqual(
      [...created].filter((key) => !stored.has(key)),
      [],
      'created and not stored',
    )
    compareUsage(model, await world.store.usageMeters.find(model.user.userId, MONTH.start))
    if (world.isFaulty) return
    assert.deepEqual(
      [...stored].filter((key) => !created.has(key)),
      [],
      'stored, and the response of a call without faults is missing',
    )
    if (wasRefused) assert.equal(stored.size, LEFT, 'a link was refused, and the quota is not used up')
  },
}

/** Reads what each commit stored, and compares it with the usage of that moment. */
function watch(model: Model, world: World) {
  const { links, usageMeters } = world.store
  const read = async (slug: string) => {
    // Both are read before the next commit.
    const reads = [links.findBySlug('', slug), usageMeters.find(model.user.userId, MONTH.start)] as const
    const [link, usage] = await Promise.all(reads)
    if (link && !(link.target === IMPORTED && link.slug === slug)) model.stored.add(keyOf(link, slug))
    model.reads -= 1
    if (model.reads === 0) compareUsage(model, usage)
  }
  world.store.linkFeed.subscribe((change) => {
    if (typeof change !== 'object' || !('slug' in change)) return
    model.reads += 1
    world.observe(read(change.slug))
  })
}

function compareUsage({ stored }: Model, usage: Usage | undefined) {
  const used = (usage?.linksCreated ?? 0) - (ALLOWANCE - LEFT)
  assert(used <= LEFT, `${used} links were created of ${LEFT}`)
  assert.equal(used, stored.size, 'links of the quota that are used')
}
