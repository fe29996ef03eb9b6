import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

interface CurrentRequest {
  readonly id: string
  /** The pattern of its path, once it is known. */
  route?: string
  /** The id of its trace, if it is traced. */
  traceId?: string
}

const current = new AsyncLocalStorage<CurrentRequest>()

/** Runs `work` under a fresh id, which all its asynchronous continuations can read. */
export const underRequestId = <T>(work: (id: string) => T): T => {
  const id = randomUUID()
  return current.run({ id }, work, id)
}

/** The current request; undefined outside of requests. */
export const currentRequest = (): CurrentRequest | undefined => current.getStore()

/** The id of the current request; a fresh one outside of requests. */
export const requestId = (): string => current.getStore()?.id ?? randomUUID()

/** The id of the current request, for log lines; undefined outside of requests. */
export const requestIdIfAny = (): string | undefined => current.getStore()?.id

/** Notes the pattern of the current request's path, such as `/qr/:slug`. */
export function nameRoute(route: string): void {
  const request = current.getStore()
  if (request !== undefined) request.route = route
}
