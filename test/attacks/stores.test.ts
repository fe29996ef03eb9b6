import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

it('a first start on a full disk leaves no empty secret behind, and the next start makes whole ones', async ({
  skip,
}) => {
  const disk = smallDisk() ?? skip('only root may mount a disk')
  const { APIKEY_PEPPER: _pepper, JWT_SECRET: _secret, ...given } = await testEnvironment('sqlite')
  const environment = { ...given, DATA_DIR: disk.folder }
  disk.fill()
  const refused = launchServer(environment)
  expect(await once(refused.process, 'close')).toEqual([1, null])
  expect(refused.log()).toContain('cannot be written (ENOSPC)')
  expect(readdirSync(disk.folder)).toEqual(['ballast'])

  disk.free()
  await spawnServer(environment)
  expect(readdirSync(disk.folder)).toEqual(expect.arrayContaining(['apikey-pepper', 'jwt-secret']))
})

it('below MIN_FREE_DISK_MB creations are UNAVAILABLE, redirects and hits go on, and log and figures say so', async () => {
  const settings = { METRICS_TOKEN: 'a-token-for-scrapes', LOG_LEVEL: 'info' }
  const environment = await testEnvironment('sqlite', settings)
  const before = await spawnServer(environment)
  const account = await newAccount(before.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }')
  before.process.kill('SIGTERM')
  await once(before.process, 'exit')

  const server = await spawnServer({ ...environment, MIN_FREE_DISK_MB: '1000000000' })
  const { authorization } = account.headers
  const refused = await ask(
    server.url,
    'mutation { createShortlink(target: "https://example.com/") }',
    {},
    { authorization },
  )
  expect(refused.errors[0]).toMatchObject({
    message: expect.stringContaining('nearly full'),
    extensions: { code: 'UNAVAILABLE' },
  })
  expect((await follow(server.url, 'kept')).status).toBe(302)
  await expect.poll(() => account.clicks(server.url)).toBe(1)
  const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a-token-for-scrapes' } })
  expect(await scrape.text()).toContain('shortlink_disk_low 1')
  expect(server.log().match(/below MIN_FREE_DISK_MB/g)).toHaveLength(1)
})

it('an account that searches 60,000 links over and over holds up neither another account’s list nor /readyz', async () => {
  const environment = await testEnvironment('sqlite')
  const server = await spawnServer(environment)
  const [attacker, other] = [await newAccount(server.url), await newAccount(server.url)]
  const db = new Database(join(String(environment.DATA_DIR), 'shortlink.db'))
  db.prepare(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 60000)
     insert into links (id, hostname, namespace, slug, slug_folded, target, target_folded, title, title_folded,
       owner, enable_tracking, rules, earlier_hits, created_at)
     select n, '', '', n, n, 'https://example.com/', 'https://example.com/', 'Number ' || n, 'number ' || n, ?, 1, '[]', 0, n
     from numbers`,
  ).run(attacker.id)
  db.close()
  const fields = Array.from({ length: 15 }, (_, n) => `a${n}: shortlinkConnection(search: "none ${n}") { totalCount }`)
  const attack = Promise.all(
    Array.from({ length: 20 }, () => attacker.ask(`{ ${fields.join(' ')} s: shortlinkAnalytics { totalLinks } }`)),
  )
  let answered = 0
  let isOver = false
  void attack.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const [ready, list] = await Promise.all([
      fetch(`${server.url}/readyz`),
      other.ask('{ shortlinkConnection(take: 10) { totalCount } }'),
    ])
    expect(ready.status).toBe(200)
    expect(list.data.shortlinkConnection.totalCount).toBe(0)
    answered += 1
  }
  await attack
  // First come, first served would have them wait until all searches before them are done.
  expect(answered).toBeGreaterThan(8)
})
