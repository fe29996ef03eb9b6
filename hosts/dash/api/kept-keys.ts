import { randomId } from './random-id.ts'

/** The most requests that are remembered, so that memory is bounded; the oldest is forgotten first. */
const MAX_KEPT = 20

const kept = new Map<string, string>()

/** The idempotency key of a request: that of the last try if its outcome is not known, so that a retry does nothing twice. */
export const keyFor = (request: string) => kept.get(request) ?? randomId()

/** Keeps the key of a request whose outcome is not known. */
export function keepKey(request: string, key: string) {
  kept.set(request, key)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
}

/**
 * Forgets all keys, when the outcome of any change is known: from then on the same request is a new one. Sent with its old key, a change
 * that was taken back meanwhile would be answered as done and not be carried out.
 */
export const forgetKeys = () => kept.clear()
