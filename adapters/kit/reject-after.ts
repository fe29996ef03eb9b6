/** Rejects with the message when the work takes longer. On a busy event loop, responses that have arrived are read first. */
export function rejectAfter<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const expire = () => reject(new Error(message))
  const timer = setTimeout(() => setImmediate(expire), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
