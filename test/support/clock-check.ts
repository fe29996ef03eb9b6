/**
 * Fails if a test asserts on wall-clock time, waits with a short limit, retries or sleeps. `npm run check` runs it. `node
 * test/support/clock-check.ts test/faults` checks the given paths instead.
 */
import { clockFaults } from './clocks.ts'

/** Files that measure wall-clock time intentionally, or quote disallowed code. */
const EXCEPTIONS = [
  'test/bench',
  'test/clocks.test.ts',
  // They record response times, which no test compares with a limit.
  'test/attacks/worst/visitors.ts',
  'test/support/followers.ts',
  // Samples the thread's CPU time while the server runs.
  'test/support/preload/measured-turns.ts',
]

const asked = process.argv.slice(2)
const CHECKED = ['test', 'core/contracts', 'docs/examples']
const faults = clockFaults('.', [...(asked.length > 0 ? asked : CHECKED), ...EXCEPTIONS.map((path) => `:!${path}`)])

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
