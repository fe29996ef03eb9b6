/**
 * Makes a server's main thread measure itself. At each SIGUSR2 it logs the longest turn of its event loop since the previous one, in
 * milliseconds of the thread's own time, and the memory in use after a collection.
 */
import { isMainThread } from 'node:worker_threads'
import { memoryInUse } from '../memory.ts'
import { threadTimeMs } from '../thread-time.ts'

/** Turns within this time, in milliseconds, are measured as one. */
const EVERY_MS = 5

if (isMainThread) {
  let longest = 0
  let before = threadTimeMs()
  const measure = () => {
    longest = Math.max(longest, threadTimeMs() - before)
    before = threadTimeMs()
    setTimeout(measure, EVERY_MS).unref()
  }
  measure()
  process.on('SIGUSR2', () => {
    process.stdout.write(`measured ${JSON.stringify({ longestTurnMs: longest, memory: memoryInUse() })}\n`)
    longest = 0
    before = threadTimeMs()
  })
}
