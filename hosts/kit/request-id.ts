import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** Runs `work` under a fresh id, which all its asynchronous continuations can read. */
export const underRequestId = <T>(work: (id: string) => T): T => {
  const id = randomUUID()
  return current.run(id, work, id)
}

/** The id of the current request; a fresh one outside of requests. */
export const requestId = (): string => current.getStore() ?? randomUUID()

/** The id of the current request, for log lines; undefined outside of requests. */
export const requestIdIfAny = (): string | undefined => current.getStore()
