import type { Timer } from '@shortlink/core/ports'

/** Returns the result, or the fallback when the promise fails or takes longer. */
export function within<T>(once: Timer, timeoutMs: number, answer: Promise<T>, fallback: () => T): Promise<T> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(fallback())
    const cancel = once(timeoutMs, giveUp)
    answer.then(resolve, giveUp).finally(cancel)
  })
}
