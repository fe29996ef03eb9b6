import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** Does `work` under a fresh id, which everything that comes of it can ask for. */
export const underRequestId = <T>(work: (id: string) => T): T => {
  const id = randomUUID()
  return current.run(id, work, id)
}

/** The id of the request that is being answered; a fresh one where none is. */
export const requestId = (): string => current.getStore() ?? randomUUID()

/** The same for log lines, which carry one only where there is a request. */
export const requestIdIfAny = (): string | undefined => current.getStore()
