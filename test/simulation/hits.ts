import assert from 'node:assert/strict'
import { deleteLinks, type Hit, type LinkId, resolveLink, type User, type UserId } from '@shortlink/core'
import { DAY_MS, JOBS, type JobPorts } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import fc from 'fast-check'
import { ResultAsync } from 'neverthrow'
import { aLink } from '../../core/contracts/samples.ts'
import { aVisitor } from '../support/facts.ts'
import { newUser } from '../support/ports.ts'
import { faultSteps } from './fault-steps.ts'
import { HitDisks } from './hit-disks.ts'
import { type Invariant, type Step, step } from './model.ts'
import type { World } from './world.ts'

interface Counted {
  readonly id: LinkId
  readonly slug: string
  /** User agents of the visits that were admitted. */
  readonly admitted: Set<string>
  isDeleted: boolean
}

interface Model {
  readonly user: User
  readonly disks: HitDisks
  readonly links: readonly Counted[]
  visits: number
}

const replica = fc.nat({ max: 1 })
const link = fc.nat({ max: 2 })
const ALL_DAYS = { from: 0, to: 100_000 }
const PURGE = JOBS.filter(({ name }) => ['remove visits of past days', 'roll up visits'].includes(name))

const visit = fc.tuple(replica, link, fc.constantFrom(1, 2, 5)).map(([index, link, count]) =>
  step<Model>(`visit(r${index}, link ${link}, ${count} times)`, async (model, world) => {
    const { slug, admitted } = model.links[link] as Counted
    for (let n = 0; n < count; n += 1) {
      const userAgent = `visit ${++model.visits}`
      await world.start(world.replica(index), async ({ ports }) => {
        const resolution = await resolveLink(ports, '', slug, aVisitor({ userAgent }))
        if (resolution.kind === 'redirect') admitted.add(userAgent)
      })
    }
  }),
)

/** Counts, daily counts and sums agree at every instant. */
const look = replica.map((index) =>
  step<Model>(`look(r${index})`, (model, world) =>
    world.start(world.replica(index), async ({ ports }) => {
      for (const { id } of model.links) await compareCounts(ports.store, model.user, id)
    }),
  ),
)

const remove = replica.map((index) =>
  step<Model>(`delete(r${index})`, (model, world) => {
    const last = model.links.at(-1) as Counted
    last.isDeleted = true
    return world.start(world.replica(index), ({ app }) =>
      Promise.resolve(app.run(deleteLinks, model.user, { ids: [last.id] })),
    )
  }),
)

const nextDay = fc.constant(step<Model>('next day', (_model, world) => world.clock.leap(DAY_MS)))

/** Periodic work on visits, which removes old ones. */
const doJobs = replica.map((index) =>
  step<Model>(`jobs(r${index})`, (_model, world) =>
    world.start(world.replica(index), async ({ ports }) => {
      const { signal } = new AbortController()
      const expiryTime = () => ports.store.now()
      const log = { info: () => {}, warn: () => {} }
      for (const job of PURGE)
        await job.run({ ...ports, expiryTime, signal, log, sleep: async () => {} } satisfies JobPorts)
    }),
  ),
)

/** Hits in journal and store equal admitted redirects, hit ids are unique, and counts agree with hits at every instant. */
export const hits: Invariant<Model> = {
  name: 'hits',
  policy: {
    visits: { countsVisitors: true, honorsGpc: false, refParameter: 'ref', retentionDays: 1, ipRetentionDays: 0 },
  },
  outside: () => new HitDisks(),
  async setup({ store, ids, clock, outside }) {
    const user = await newUser({ store, ids, clock: { now: clock.wall } })
    const links = ['one', 'two', 'deleted'].map((slug) => ({
      id: ids.link(),
      slug,
      admitted: new Set<string>(),
      isDeleted: false,
    }))
    for (const { id, slug } of links) await store.links.insert(aLink({ id, slug, owner: user.userId }))
    return { user, disks: outside as HitDisks, links, visits: 0 }
  },
  steps: [visit, visit, visit, look, remove, nextDay, doJobs, ...(faultSteps as fc.Arbitrary<Step<Model>>[])],
  async check(model, world) {
    const { isFaulty } = world
    await storeAll(model, world)
    for (const { id, slug, admitted, isDeleted } of model.links) {
      const count = await compareCounts(world.store, model.user, id)
      if (isDeleted) continue
      const safe = [...admitted].filter((userAgent) => model.disks.safe.has(userAgent)).length
      assert(count >= safe, `${slug}: ${safe} visits were in a journal, and ${count} are counted`)
      assert(count <= admitted.size, `${slug}: ${admitted.size} visits were admitted, and ${count} are counted`)
      if (!isFaulty) assert.equal(count, admitted.size, `${slug}: visits were lost without a fault`)
    }
  },
}

/** Compares what the store says of a link's visits in one transaction; returns their number. */
async function compareCounts(store: Store, { userId }: User, id: LinkId): Promise<number> {
  const compared = store.atomic((store) => ResultAsync.fromSafePromise(compareIn(store, userId, id)))
  return (await compared)._unsafeUnwrap()
}

async function compareIn({ links, hits, analytics }: Store, owner: UserId, id: LinkId): Promise<number> {
  const stored = (await links.findOwned(owner, id))?.hitCount ?? 0
  const days = (await hits.countByDay(owner, [id], ALL_DAYS)).get(id) ?? []
  const selection = { owner, ids: [id], tags: null, domain: null }
  const range = { from: 0, to: ALL_DAYS.to * DAY_MS }
  const asked = { links: selection, where: [], offsets: [], questions: [{ by: 'TOTAL', range }] } as const
  const [[total] = []] = (await analytics.sums(asked))._unsafeUnwrap()
  assert.equal(
    days.reduce((sum, { count }) => sum + count, 0),
    stored,
    'daily counts and the count of the link',
  )
  assert.equal(total?.hits ?? 0, stored, 'sums and the count of the link')
  assertUnique(await hits.listByLink(id, { skip: 0, take: 10_000 }))
  return stored
}

function assertUnique(raw: readonly Hit[]) {
  assert.equal(new Set(raw.map(({ userAgent }) => userAgent)).size, raw.length, 'a visit was stored twice')
}

/** What is in journals is stored by processes that run without faults. */
async function storeAll({ disks }: Model, world: World) {
  for (const { faults } of world.replicas) faults.clear()
  for (let n = 0; n < 3; n += 1) {
    await world.settle()
    await world.clock.advance(1000)
  }
  await world.settle()
  for (const replica of world.replicas) world.crash(replica)
  await world.settle()
  await world.clock.advance(1000)
  await world.settle()
  if (disks.finding) throw disks.finding
}
