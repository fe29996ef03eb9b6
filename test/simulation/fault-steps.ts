import fc from 'fast-check'
import { FAULTS } from './faults.ts'
import { type Step, step } from './model.ts'

const replica = fc.nat({ max: 2 })

/** One of the replicas' next calls of the store meets a fault. */
const fault = fc
  .tuple(replica, fc.constantFrom(...FAULTS))
  .map(([index, fault]) => step(`r${index} ${fault}`, (_model, world) => world.replica(index).faults.arm(fault)))

/** A replica is killed and started again. */
const crash = replica.map((index) => step(`crash(r${index})`, (_model, world) => world.crash(world.replica(index))))

const cutFeed = replica.map((index) =>
  step(`cut feed(r${index})`, (_model, world) => world.replica(index).parts.feed.cut()),
)
const reconnectFeed = replica.map((index) =>
  step(`reconnect feed(r${index})`, (_model, world) => world.replica(index).parts.feed.reconnect()),
)

/** The feed is cut and comes back by itself. */
const interruptFeed = fc.tuple(replica, fc.constantFrom(50, 600, 1500)).map(([index, milliseconds]) =>
  step(`interrupt feed(r${index}, ${milliseconds})`, (_model, world) => {
    const { feed } = world.replica(index).parts
    feed.cut()
    world.clock.once(milliseconds, () => feed.reconnect())
  }),
)

/** A replica's wall clock jumps, by up to ten minutes. */
const skew = fc.tuple(replica, fc.integer({ min: -600_000, max: 600_000 })).map(([index, milliseconds]) =>
  step(`skew(r${index}, ${milliseconds})`, (_model, world) => {
    world.replica(index).skewMs = milliseconds
  }),
)

/** Around the limits of the caches and counters: timeouts, intervals and lifetimes. */
const advance = fc
  .oneof(fc.integer({ min: 1, max: 1500 }), fc.constantFrom(100, 500, 700, 1000, 3000, 10_000, 61_000))
  .map((milliseconds) => step(`advance(${milliseconds})`, (_model, world) => world.clock.advance(milliseconds)))

/** What may happen to any invariant. */
// biome-ignore lint/suspicious/noExplicitAny: these steps use no model
export const faultSteps: readonly fc.Arbitrary<Step<any>>[] = [
  fault,
  crash,
  cutFeed,
  reconnectFeed,
  interruptFeed,
  skew,
  advance,
  advance,
]
