import { threadTimeMs } from './thread-time.ts'

/**
 * Returns the longest turn of the event loop during the work, in milliseconds of the thread's own time, which other processes of a busy
 * machine do not increase.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  let before = threadTimeMs()
  const turn = () => {
    longest = Math.max(longest, threadTimeMs() - before)
    if (isOver) return
    before = threadTimeMs()
    setImmediate(turn)
  }
  turn()
  await work().finally(() => {
    isOver = true
  })
  turn()
  return longest
}

/** In the first rounds code is compiled, in any garbage may be collected, and a busy machine makes most of them slower. */
const MAX_ROUNDS = 40

/**
 * Repeats a measurement until it is below the limit, at most 40 times, and returns the shortest time: a turn that the measured work itself
 * makes long is long in every round.
 */
export async function shortestOfRounds(limitMs: number, measure: (round: number) => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < MAX_ROUNDS && shortest >= limitMs; round++)
    shortest = Math.min(shortest, await measure(round))
  return shortest
}
