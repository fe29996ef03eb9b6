import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { isFullSize, scale } from '../support/scale.ts'
import { testEnvironment } from '../support/server.ts'
import { BUILT_CLI } from '../support/start-options.ts'

const PROCESSES = scale(400)
const AT_ONCE = 4
/** When a process gets its signal: from before it has loaded to after a command has ended, on machines of any speed. */
const signalMs = (index: number) => Math.ceil(50 * 400 ** (index / PROCESSES))
/** Exit codes of docs/commands.md, and the signal itself, which ends a process that has not begun to listen for it. */
const DOCUMENTED: readonly unknown[] = [0, 1, 'SIGTERM']
const COMMANDS: readonly (readonly string[])[] = [
  ['serve'],
  ['link', 'list'],
  ['stats', '--unknown'],
  ['link', 'create', 'https://example.com/'],
]

/** Takes both cores of a small machine, and keeps them until the test has finished. */
function keepBusy() {
  const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for(;;);']))
  onTestFinished(() => void loops.map((loop) => loop.kill('SIGKILL')))
}

it('servers and commands that end at any moment on SQLite have documented exit codes', async () => {
  if (isFullSize()) keepBusy()
  const environments = await Promise.all(Array.from({ length: AT_ONCE }, () => testEnvironment('sqlite')))
  const outcomes = new Map<unknown, number>()
  const run = async (index: number, settings: Record<string, string>) => {
    const options: SpawnOptions = {
      env: { ...bareEnvironment(), ...settings },
      timeout: signalMs(index),
      stdio: ['ignore', 'ignore', 'pipe'],
    }
    const child = spawn(process.execPath, [BUILT_CLI, ...(COMMANDS.at(index % COMMANDS.length) ?? [])], options)
    let printed = ''
    child.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    const [code, signal] = await once(child, 'close')
    const outcome = code ?? signal
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    expect(DOCUMENTED, `${COMMANDS.at(index % COMMANDS.length)?.join(' ')}: ${printed}`).toContain(outcome)
    expect(printed).not.toContain('FATAL ERROR')
  }
  const indexes = Array.from({ length: PROCESSES }, (_, index) => index).values()
  await Promise.all(
    environments.map(async (settings) => {
      for (const index of indexes) await run(index, settings)
    }),
  )
  console.log(Object.fromEntries(outcomes))
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(PROCESSES)
})
