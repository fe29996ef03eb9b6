import assert from 'node:assert/strict'
import { type LinkId, resolveLink, type UserId } from '@shortlink/core'
import fc from 'fast-check'
import { aLink, anAccount, unique } from '../../core/contracts/samples.ts'
import { aVisitor } from '../support/facts.ts'
import { faultSteps } from './fault-steps.ts'
import { type Invariant, type Step, step } from './model.ts'

interface Limited {
  readonly id: LinkId
  readonly slug: string
  limit: number
  /** The highest limit since the last visit was admitted, or may have been. */
  highest: number
  admitted: number
}

type Model = readonly Limited[]

/** One visit; a few of one lease; visits over several leases. A lease takes a 64th of what is left. */
const LIMITS = [1, 3, 130, 400]
const link = fc.nat({ max: LIMITS.length - 1 })
const replica = fc.nat({ max: 2 })

const limited = (model: Model, index: number) => {
  const found = model[index]
  assert(found)
  return found
}

const visit = fc.tuple(replica, link, fc.constantFrom(1, 2, 9)).map(([index, link, count]) =>
  step<Model>(`visit(r${index}, link ${link}, ${count} times)`, async (model, world) => {
    const one = limited(model, link)
    const replica = world.replica(index)
    for (let visits = 0; visits < count; visits += 1)
      await world.start(replica, async ({ ports }) => {
        const resolution = await resolveLink(ports, '', one.slug, aVisitor())
        if (resolution.kind !== 'redirect') return
        one.admitted += 1
        assert(one.admitted <= one.highest, `${one.admitted} visits of ${one.highest} were admitted`)
      })
  }),
)

/** No visit is taken by asking. */
const look = fc.tuple(replica, link).map(([index, link]) =>
  step<Model>(`look(r${index}, link ${link})`, (model, world) =>
    world.start(world.replica(index), async ({ ports }) => {
      await resolveLink(ports, '', limited(model, link).slug, aVisitor({ counts: false }))
    }),
  ),
)

const changeLimit = fc.tuple(link, fc.constantFrom(2, 100, 300)).map(([link, limit]) =>
  step<Model>(`change limit(link ${link}, ${limit})`, async (model, world) => {
    const one = limited(model, link)
    one.highest = Math.max(one.highest, limit)
    one.limit = limit
    await world.startCommand((store) => store.links.updateOwned(OWNER, one.id, { maxVisits: limit }))
  }),
)

const OWNER = crypto.randomUUID() as UserId

/** Visit limits are never exceeded, nothing is lost without a fault, and a lease is given back once. */
export const visitLimits: Invariant<Model> = {
  name: 'visit limits',
  replicas: 3,
  async setup({ store, ids }) {
    // Histories on a database of their own share the account.
    if ((await store.users.find(OWNER)) === undefined) await store.users.insert(anAccount({ id: OWNER }))
    const links = LIMITS.map((limit, index) => ({
      id: ids.link(),
      slug: `limited-${unique()}-${index}`,
      limit,
      highest: limit,
      admitted: 0,
    }))
    for (const { id, slug, limit } of links)
      await store.links.insert(aLink({ id, slug, owner: OWNER, maxVisits: limit, enableTracking: false }))
    return links
  },
  steps: [visit, visit, visit, look, changeLimit, ...(faultSteps as fc.Arbitrary<Step<Model>>[])],
  async check(model, world) {
    for (const replica of world.replicas) await world.start(replica, ({ close }) => close())
    await world.settle()
    for (const { id, slug, limit, admitted } of model) {
      const left = await world.store.visitLimits.left(id)
      const expected = Math.max(0, limit - admitted)
      assert(left <= expected, `${slug}: ${left} visits are left of ${limit}, but ${admitted} were admitted`)
      if (!world.isFaulty) assert.equal(left, expected, `${slug}: visits were lost without a fault`)
    }
  },
}
