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
