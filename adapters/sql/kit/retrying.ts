import { StoreBusy } from '@shortlink/core/adapter'

const MAX_ATTEMPTS = 4

/** Retries work that failed because of concurrent work. A failed attempt must leave nothing behind. */
export async function retrying<T>(
  work: () => Promise<T>,
  isWorthRetrying: (error: unknown) => boolean,
  attempts = MAX_ATTEMPTS,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isWorthRetrying(error)) throw error
    if (attempts <= 1) throw new StoreBusy('Other calls change the same rows', { cause: error })
    return retrying(work, isWorthRetrying, attempts - 1)
  }
}
