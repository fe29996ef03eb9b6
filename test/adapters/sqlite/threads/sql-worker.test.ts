import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink, newOwner } from '@shortlink/core/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { newSqliteFile } from '../../../support/databases.ts'

/** That of threads that are behind the event loop. */
const NICENESS = 5

const threads = () => readdirSync('/proc/self/task')

/** How many threads other than these are behind the first thread of this process. */
function threadsBehind(earlier: readonly string[]): number {
  const began = threads().filter((thread) => !earlier.includes(thread))
  const stats = began.map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'))
  // The 19th column; the second is a name in parentheses that may have spaces.
  return stats.filter((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) > getPriority()).length
}

it('threads that only read are behind the event loop, and the one that writes is not', async () => {
  const store = await openSqliteStore({ file: newSqliteFile() })
  onTestFinished(() => store.close())
  // Threads of earlier tests may end meanwhile, or be only about to start.
  const earlier = threads()
  const owner = await newOwner(store)
  await newLink(store, { owner })
  expect(threadsBehind(earlier)).toBe(0)
  const range = { from: 0, to: 86_400_000 }
  const links = { owner, ids: null, tags: null, domain: null }
  const questions = [{ by: 'TOTAL', range }] as const
  expect((await store.analytics.sums({ links, where: [], offsets: [], questions })).isOk()).toBe(true)
  // None is behind where the whole process was started with as high a niceness.
  expect(threadsBehind(earlier)).toBe(getPriority() < NICENESS ? 1 : 0)
})
