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
    if (attempts <= 1 || !isWorthRetrying(error)) throw error
    return retrying(work, isWorthRetrying, attempts - 1)
  }
}
