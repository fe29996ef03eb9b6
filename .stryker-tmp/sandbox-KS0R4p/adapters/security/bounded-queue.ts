/** Runs work in order of asking, `atOnce` at a time. Rejects what comes when `waiting` are waiting already. */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  /** Hands the place on to the first who waits, so that nobody who comes later slips in between. */
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new Error('Too many passwords are waiting to be hashed')
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
