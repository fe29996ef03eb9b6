import { once } from 'node:events'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { expectExactSums } from '../support/exact-sums.ts'
import { mmdb } from '../support/mmdb.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'
import { serverUnderLoad } from '../support/under-load.ts'

const TOKEN = 'a-token-of-the-scraper'
const preload = new URL('../support/preload/mortal-hit-worker.ts', import.meta.url)
const DEATHS = ['throw', 'exit', 'throw']

it('the thread that stores hits dies three times under load: it is started anew, the deaths are counted and logged, no hit is lost or doubled', async () => {
  const death = join(temporaryFolder(), 'death')
  const environment = await testEnvironment('postgres', { DEATH_FILE: death, METRICS_TOKEN: TOKEN })
  const server = await serverUnderLoad(environment, { preload })
  const restarts = async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    return Number(/^shortlink_hit_worker_restarts_total (\d+)/m.exec(await response.text())?.[1])
  }
  expect(await restarts()).toBe(0)
  for (const [before, how] of DEATHS.entries()) {
    writeFileSync(death, how)
    await expect.poll(restarts).toBe(before + 1)
    expect(existsSync(death)).toBe(false)
  }
  await server.lostNothing()
  await expectExactSums(environment.DATABASE_URL as string, { visitors: 4 })
  expect(await restarts()).toBe(DEATHS.length)
  expect(server.log().match(/hit worker restarted/g)).toHaveLength(DEATHS.length)
  expect(server.log()).toContain('Killed by a test')
})

it('GEO_DB removed, then the thread that stores hits dies: hits are stored with the places that were read before, and SIGTERM ends with 0', async () => {
  const death = join(temporaryFolder(), 'death')
  const geoDb = join(temporaryFolder(), 'city.mmdb')
  writeFileSync(geoDb, mmdb(4, { '192.0.2.0/24': { country_code: 'IT' } }))
  const settings = { DEATH_FILE: death, GEO_DB: geoDb, TRUST_PROXY: '1', LOG_LEVEL: 'info' }
  const server = await spawnServer(await testEnvironment('sqlite', settings), { preload })
  const account = await newAccount(server.url)
  const created = await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "abroad") }')
  expect(created.errors).toEqual([])
  const countries = async () => {
    const { data } = await account.ask('{ shortlinkConnection(take: 1) { items { id } } }')
    const variables = { id: data.shortlinkConnection.items[0].id }
    const QUERY = 'query ($id: ID!) { getShortlinkInfo(id: $id) { byCountryGraph { count country { code } } } }'
    return (await account.ask(QUERY, variables)).data.getShortlinkInfo.byCountryGraph
  }
  const visit = () => follow(server.url, 'abroad', { 'x-forwarded-for': '192.0.2.1' })
  await visit()
  await expect.poll(countries).toEqual([{ count: 1, country: { code: 'IT' } }])
  rmSync(geoDb)
  for (let round = 1; round <= 2; round += 1) {
    writeFileSync(death, 'throw')
    await expect.poll(() => existsSync(death)).toBe(false)
    await visit()
    await expect.poll(countries).toEqual([{ count: 1 + round, country: { code: 'IT' } }])
  }
  expect(server.log().match(/hit worker restarted/g)).toHaveLength(2)
  server.process.kill('SIGTERM')
  expect(await once(server.process, 'exit')).toEqual([0, null])
})

it('SIGTERM while neither database nor disk takes hits: the log says how many are lost, and the exit code is 74', async () => {
  // A busy machine takes longer than the usual ten seconds to give up both.
  const environment = await testEnvironment('sqlite', { LOG_LEVEL: 'info', SHUTDOWN_TIMEOUT_MS: '120000' })
  const folder = environment.DATA_DIR as string
  const server = await spawnServer(environment)
  const account = await newAccount(server.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "lost") }')
  expect((await follow(server.url, 'lost')).status).toBe(302)
  await expect.poll(() => account.clicks()).toBe(1)

  renameSync(join(folder, 'hits'), join(folder, 'hits-away'))
  writeFileSync(join(folder, 'hits'), 'no folder')
  const other = new Database(join(folder, 'shortlink.db'))
  other.exec('begin immediate')
  for (let visit = 0; visit < 3; visit += 1) expect((await follow(server.url, 'lost')).status).toBe(302)
  server.process.kill('SIGTERM')
  expect(await once(server.process, 'exit')).toEqual([74, null])
  other.close()
  expect(server.log()).toMatch(/"hits":3,"msg":"hits were dropped"/)
})
