import { randomId } from './random-id.ts'

/** Maximum number of remembered requests, to bound the memory; the oldest is dropped first. */
const MAX_KEPT = 20

const kept = new Map<string, string>()

/** The idempotency key of a request: the key of the last attempt if its outcome is unknown, so that a retry does nothing twice. */
export const keyFor = (request: string) => kept.get(request) ?? randomId()

/** Keeps the key of a request with an unknown outcome. */
export function keepKey(request: string, key: string) {
  kept.set(request, key)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
}

/**
 * Drops all keys, when the outcome of any change is known: from then on the same request is a new one. With its old key, a change that was
 * undone meanwhile would be reported as done without being executed.
 */
export const forgetKeys = () => kept.clear()
