import { openMemoryStore } from '@shortlink/adapters/memory'
import { storeContract } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { beforeEach, describe, expect, it, type TestContext } from 'vitest'
import { capabilitiesContract } from '../../../core/contracts/capabilities.ts'

/** A store that keeps the work of `atomic` also when it fails. */
function withoutUndo(): Store {
  const rest = openMemoryStore()
  const store: Store = { ...rest, atomic: (work) => work(store) }
  return store
}

/** A store whose lists are the same for any search. */
function withoutSearch(): Store {
  const rest = openMemoryStore()
  return { ...rest, links: { ...rest.links, list: (owner, { search: _, ...page }) => rest.links.list(owner, page) } }
}

type Task = TestContext['task'] | NonNullable<TestContext['task']['suite']>

/** All tests of a suite, or the test itself. */
const testsIn = (task: Task): readonly Task[] => ('tasks' in task ? task.tasks.flatMap(testsIn) : [task])

const runContract = (open: () => Store, capabilities: Parameters<typeof capabilitiesContract>[1] = {}) =>
  storeContract(async () => open(), { sizes: { links: 100, hits: 100 }, capabilities })

/** Collects the names of the tests of this suite that fail, and lets them pass. */
function collectFailures(): readonly string[] {
  const failed: string[] = []
  beforeEach(({ task, onTestFailed }) =>
    onTestFailed(() => {
      failed.push(`${task.suite?.name} ${task.name}`)
      Object.assign(task, { fails: true })
    }),
  )
  return failed
}

describe.each([
  ['whole', openMemoryStore, {}],
  ['without undo', withoutUndo, { atomic: false }],
  ['without search', withoutSearch, { search: false }],
] as const)('a store %s that says so', (name, open, lacking) => {
  runContract(open, lacking)

  it('the contract skips the tests of a capability that the store lacks, and of no other', ({ task }) => {
    const tests = testsIn(task.suite as Task)
    const skipped = tests.filter(({ mode }) => mode === 'skip')
    expect(tests.length - skipped.length).toBeGreaterThan(200)
    if (name === 'whole') expect(skipped).toEqual([])
    if (name === 'without undo') expect(skipped.length).toBeGreaterThan(10)
    if (name === 'without search') {
      for (const { name, suite } of skipped) expect(`${suite?.name} ${name}`).toMatch(/^lists of links|search/)
    }
  })
})

describe.each([
  ['undo', withoutUndo, 'atomic'],
  ['search', withoutSearch, 'search'],
] as const)('a store without %s that claims it', (_, open, capability) => {
  const failed = collectFailures()
  runContract(open)

  it('the contract names the capability, and fails where it is needed', () => {
    expect(failed).toContain(`capabilities the store has the capability ${capability} if it claims true`)
    expect(failed.length).toBeGreaterThan(5)
  })
})

describe.each([
  ['undo', 'atomic'],
  ['search', 'search'],
] as const)('a whole store that denies %s', (_, capability) => {
  const failed = collectFailures()
  // All other tests pass as above, or are skipped.
  capabilitiesContract(openMemoryStore, { [capability]: false })

  it('the contract fails for that alone', () => {
    expect(failed).toEqual([`capabilities the store has the capability ${capability} if it claims false`])
  })
})
