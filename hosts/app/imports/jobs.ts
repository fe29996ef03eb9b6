import { randomUUID } from 'node:crypto'
import type { App } from '@shortlink/core'
import type { Job, JobPorts } from '@shortlink/core/host'
import { LEASE_MS } from './lease.ts'

const EVERY_MS = 500
/** Imports that one server runs at a time. */
const AT_ONCE = 2
/** An import that ended this many servers or threads fails. */
const MAX_ATTEMPTS = 5

/** The jobs that run imports in the background. Each works on one import at a time. */
export const importJobs = (app: App): readonly Job[] =>
  Array.from({ length: AT_ONCE }, (_, at) => ({
    name: `run imports (${at + 1})`,
    everyMs: EVERY_MS,
    run: (ports) => runImports(app, ports),
  }))

/** Runs the imports that wait, one after the other. */
export async function runImports(app: App, ports: JobPorts): Promise<void> {
  const { store, clock, signal, log } = ports
  while (!signal.aborted) {
    const token = randomUUID()
    const now = await store.now()
    const claim = { token, until: now + LEASE_MS }
    const claimed = await store.imports.claim(now, claim)
    if (claimed === undefined) return
    const { found, attempts } = claimed
    if (attempts > MAX_ATTEMPTS) {
      const fault = { code: 'unexpected', detail: '' }
      await store.imports.save(found.id, claim, found.state, { state: 'FAILED', fault, updatedAt: clock.now() })
      log.warn({ import: found.id }, 'an import failed repeatedly and was given up')
      continue
    }
    const { runImport } = await import('./run-import.ts')
    if ((await runImport({ app, ports, found, token })) === 'interrupted') return
  }
}
