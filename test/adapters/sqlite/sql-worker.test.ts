import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink, newOwner } from '@shortlink/core/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'

/** That of threads that are behind the event loop. */
const NICENESS = 5

/** How many threads of this process are behind its first one. */
function threadsBehind(): number {
  const stats = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/stat`, 'utf8'))
  // The 19th column; the second is a name in parentheses that may have spaces.
  return stats.filter((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) > getPriority()).length
}

it('threads that only read are behind the event loop, and the one that writes is not', async () => {
  const store = await openSqliteStore({ file: join(temporaryFolder(), 'shortlink.db') })
  onTestFinished(() => store.close())
  const before = threadsBehind()
  const owner = await newOwner(store)
  await newLink(store, { owner })
  expect(threadsBehind()).toBe(before)
  const range = { from: 0, to: 86_400_000 }
  const links = { owner, ids: null, tags: null, domain: null }
  const questions = [{ by: 'TOTAL', range }] as const
  expect((await store.analytics.sums({ links, where: [], offsets: [], questions })).isOk()).toBe(true)
  // None is behind where the whole process was started with as high a niceness.
  expect(threadsBehind()).toBe(before + (getPriority() < NICENESS ? 1 : 0))
})
