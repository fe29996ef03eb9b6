/** Returns the answer, or the fallback when the answer fails or takes longer. */
export function within<T>(timeoutMs: number, answer: Promise<T>, fallback: () => T): Promise<T> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(fallback())
    const timer = setTimeout(giveUp, timeoutMs)
    answer.then(resolve, giveUp).finally(() => clearTimeout(timer))
  })
}
