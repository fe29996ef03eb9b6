import type { Policy, Store } from '@shortlink/core/ports'
import fc from 'fast-check'
import type { Outside } from './outside.ts'
import { drain } from './virtual-clock.ts'
import { World, type WorldOptions } from './world.ts'

/** A step of a history. `check` decides by the model whether it is possible. */
export type Step<Model extends object> = fc.AsyncCommand<Model, World>

/** A promise of the product over all histories. `Model` is what it needs to know of them: plain maps and counts. */
export interface Invariant<Model extends object> {
  /** The key of its seeds in seeds.json. */
  readonly name: string
  readonly replicas?: number
  readonly policy?: Partial<Policy>
  /** Creates what is outside the replicas and the database, as `world.outside`. */
  outside?(): Outside
  /** Creates what the steps use. */
  setup(world: World): Promise<Model>
  readonly steps: readonly fc.Arbitrary<Step<Model>>[]
  /** Called at the end, when nothing is in flight. Steps check what can be checked earlier. */
  check(model: Model, world: World): Promise<void>
}

const MAX_STEPS = 40

/** A step with a label for reports. */
export const step = <Model extends object>(
  label: string,
  run: (model: Model, world: World) => unknown,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step<Model> => ({
  check,
  run: async (model, world) => void (await run(model, world)),
  toString: () => label,
})

/** A database for histories without a scheduler. */
type InOrder = Pick<WorldOptions, 'ids'> & { readonly store: Store }

/** The same histories on another store: each operation ends before the next begins, and steps that inject faults do nothing. */
export function inOrder<Model extends object>(
  { steps, replicas = 2, policy = {}, ...invariant }: Invariant<Model>,
  open: () => Promise<InOrder>,
) {
  const commands = fc.commands<Model, World, boolean>([...steps], { maxCommands: MAX_STEPS, size: 'max' })
  return fc.asyncProperty(commands, async (commands) => {
    const database = await open()
    const world = new World({ replicas, policy, outside: invariant.outside?.(), ...database })
    const model = await invariant.setup(world)
    await fc.asyncModelRun(() => ({ model, real: world }), commands)
    await invariant.check(model, world)
  })
}

/** Histories of the steps, and the orders in which a scheduler may run their calls. */
export function histories<Model extends object>({ steps, ...invariant }: Invariant<Model>) {
  // Each pick of the scheduler is among all calls that can go on.
  const scheduler = fc.scheduler({
    act: async (run) => {
      await run()
      await drain()
    },
  })
  const commands = fc.commands<Model, World, boolean>([...steps], { maxCommands: MAX_STEPS, size: 'max' })
  return fc.asyncProperty(scheduler, commands, async (scheduler, commands) => {
    const { replicas = 2, policy = {} } = invariant
    const world = new World({ replicas, policy, scheduler, outside: invariant.outside?.() })
    const model = await invariant.setup(world)
    await fc.scheduledModelRun(scheduler, () => ({ model, real: world }), commands)
    await world.settle()
    await invariant.check(model, world)
  })
}
