import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { DATABASES, testEnvironment } from '../support/server.ts'
import { serverUnderLoad } from '../support/under-load.ts'

const TOKEN = 'a-token-of-whoever-scrapes'
const preload = new URL('../support/preload/mortal-hit-worker.ts', import.meta.url)
const DEATHS = ['throw', 'exit', 'throw']

it.each(DATABASES)(
  'the thread that stores hits dies three times under load on %s: it is started anew, the deaths are counted and logged, no hit is lost or doubled',
  async (database) => {
    const death = join(temporaryFolder(), 'death')
    const environment = await testEnvironment(database, { DEATH_FILE: death, METRICS_TOKEN: TOKEN })
    const server = await serverUnderLoad(environment, { preload })
    const restarts = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return Number(/^shortlink_hit_worker_restarts_total (\d+)/m.exec(await response.text())?.[1])
    }
    expect(await restarts()).toBe(0)
    for (const [before, how] of DEATHS.entries()) {
      writeFileSync(death, how)
      await expect.poll(restarts, { timeout: 10_000 }).toBe(before + 1)
      expect(existsSync(death)).toBe(false)
    }
    await server.lostNothing()
    expect(await restarts()).toBe(DEATHS.length)
    expect(server.log().match(/the hit worker died and is started anew/g)).toHaveLength(DEATHS.length)
    expect(server.log()).toContain('Killed by a test')
  },
)
