import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link, NewHit, UserId } from '@shortlink/core'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { done } from '../../core/contracts/samples.ts'
import { newPostgresDatabase, newSqliteFile } from '../support/databases.ts'
import { DATABASES } from '../support/server.ts'

const ROLLER = new URL('../support/roll-holder.ts', import.meta.url).pathname
const MINUTE_MS = 60_000
const ROUNDS = 4
/** The first round's visits; those of later rounds are made in the time to come, so that they are not late. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS
const timeOf = (round: number) => START + round * 3 * 60 * MINUTE_MS

describe.each(DATABASES)('analytics (b): sums of visits on %s', (database) => {
  it('hold every visit once after kills of two servers that make them, late visits and deletions', async () => {
    const file = newSqliteFile()
    const url = database === 'sqlite' ? file : await newPostgresDatabase()
    const store = await (database === 'sqlite'
      ? openSqliteStore({ file, exclusive: false })
      : openPostgresStore({ url }))
    onTestFinished(() => store.close())
    const owner = await newOwner(store)
    const [first, second] = [await newLink(store, { owner }), await newLink(store, { owner })]
    for (let round = 0; round < ROUNDS; round++) {
      const doomed = await newLink(store, { owner })
      for (const link of [first, second, doomed]) await store.hits.record(visits(link, timeOf(round), 1_200))
      await store.hits.record(visits(first, START - 3 * DAY_MS, 400))
      // The later one takes the turn of the earlier one in the middle of its work.
      const rollers = [6, 9].map((minutes) => startRoller(url, timeOf(round) + minutes * MINUTE_MS))
      const isDeletedFirst = round % 2 === 0
      if (isDeletedFirst) await store.links.deleteBySlug('', doomed.slug)
      await Promise.all(rollers.map((roller, index) => roller.killAfter(1 + ((round * 5 + index * 7) % 23))))
      if (!isDeletedFirst) await store.links.deleteBySlug('', doomed.slug)
    }
    for await (const _ of store.rolls.roll(timeOf(ROUNDS) + DAY_MS));
    await removeAll(store)
    expect(await store.rolls.check()).toEqual([])
    const counts = (await store.links.listAll({ owner, skip: 0, take: 9 })).map(({ hitCount }) => hitCount)
    expect(counts.toSorted((a, b) => a - b)).toEqual([ROUNDS * 1_200, ROUNDS * 1_600])
    expect(await totalOf(owner)).toBe(ROUNDS * 2_800)

    async function totalOf(owner: UserId) {
      const range = { from: START - 4 * DAY_MS, to: START + 4 * DAY_MS }
      const answers = await done(
        store.analytics.sums({
          links: { owner, ids: null, tags: null, domain: null },
          where: [],
          offsets: [{ ...range, offsetMs: 0 }],
          questions: [{ by: 'TOTAL', range }],
        }),
      )
      return answers[0]?.[0]?.hits
    }
  })
})

const visits = (link: Link, from: number, count: number): NewHit[] =>
  Array.from({ length: count }, (_, n) =>
    aHit(link.id, { at: from + n, country: n % 2 ? 'IT' : null, referrer: `https://site-${n % 40}.example/` }),
  )

function startRoller(url: string, at: number) {
  const child = spawn(process.execPath, ['--conditions=@shortlink/source', ROLLER, url, `${at}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  return {
    async killAfter(steps: number) {
      let said = 0
      for await (const line of lines) {
        said += line === 'done' ? steps : 1
        if (said >= steps) break
      }
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await exited
    },
  }
}
