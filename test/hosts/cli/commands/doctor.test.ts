import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { UserId } from '@shortlink/core'
import { aHit, newLink } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { storeAt } from '../../../../hosts/app/stores.ts'
import { startDnsServer } from '../../../support/dns.ts'
import { runSql } from '../../../support/run-sql.ts'
import { DATABASES } from '../../../support/server.ts'
import { runInProcess } from '../in-process.ts'
import { operator } from '../shortlink.ts'

const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS

describe.each(DATABASES)('analytics (b): shortlink doctor over damaged sums on %s', (database) => {
  it('names slug and day of what differs from the visits, and counts it anew with --repair', async () => {
    const { environment, folder, made, run } = await operator(database, runInProcess)
    environment.BASE_URL = 'http://localhost:3000'
    const file = join(folder, 'shortlink.db')
    const store =
      database === 'sqlite'
        ? await openSqliteStore({ file, exclusive: false })
        : await openPostgresStore({ url: environment.DATABASE_URL ?? '' })
    onTestFinished(() => store.close())
    const owner: UserId = JSON.parse(made.stdout).id
    const link = await newLink(store, { owner, slug: 'busy' })
    const hits = Array.from({ length: 1_001 }, (_, n) => aHit(link.id, { at: DAY + n, country: n % 2 ? 'IT' : 'NP' }))
    await store.hits.record(hits)
    for await (const _ of store.rolls.roll(Date.now()));
    expect((await run('doctor')).stdout).toContain('ok    hit counts: 1 link, 1001 hits')

    const day = new Date(DAY).toISOString().slice(0, 10)
    const expectRepair = async ([damage, what]: readonly [damage: string, what: string]) => {
      await runSql(database === 'sqlite' ? `sqlite:${file}` : (environment.DATABASE_URL ?? ''), damage)
      expect(await run('doctor')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`FAIL  hit counts: ${what}`),
      })
      expect((await run('doctor', '--repair')).stdout).toContain('ok    hit counts')
    }
    for (const each of [
      ['update hit_rolls set visitors = visitors + 1', `busy on ${day}: its sums by value differ from its visits`],
      [`update hit_days set country = 'DE' where country = 'IT'`, `busy on ${day}: its counts differ from its visits`],
      [
        'update owner_rolled_days set hits = hits - 1',
        `on ${day}: the sums of account ${owner} have 1000 visits, but the hits have 1001`,
      ],
      ['update link_hits set hits = 7', 'counts differ from hits for busy'],
    ] as const)
      await expectRepair(each)
    expect(await store.rolls.check()).toEqual([])

    for await (const _ of store.hitRetention.purge(DAY + DAY_MS));
    await expectRepair([
      'update rolled_days set visitors = visitors + 1',
      `busy on ${day}: its sums have other bots or visitors than its counts`,
    ])
    expect(await store.rolls.check()).toEqual([])
  })
})

describe.each(DATABASES)('what shortlink doctor warns of on %s', (database) => {
  it('a host without an address here, a schema that the next start updates, and visits kept for too long', async () => {
    const dns = await startDnsServer()
    onTestFinished(() => dns.close())
    const { environment, folder, made, run } = await operator(database, runInProcess)
    const url = database === 'sqlite' ? `sqlite:${join(folder, 'shortlink.db')}` : (environment.DATABASE_URL ?? '')
    Object.assign(environment, { BASE_URL: 'https://sho.invalid', DNS_SERVERS: dns.address })
    const store = await storeAt(url).open({
      exclusive: false,
      onNewer() {},
      onWaiting() {},
      onNotificationsLost() {},
    })
    onTestFinished(() => store.close())
    const link = await newLink(store, { owner: JSON.parse(made.stdout).id })
    await store.hits.record([aHit(link.id, { at: DAY - 3 * DAY_MS, ip: '203.0.113.7' })])
    const warnings = async (code = 0) => {
      const answer = await run('doctor')
      expect(answer.code).toBe(code)
      return answer.stdout.split('\n').filter((line) => line.startsWith('WARN'))
    }
    const noAddress = expect.stringMatching(/^WARN {2}DNS: this machine cannot resolve sho\.invalid \(E/)
    expect(await warnings()).toEqual([noAddress])
    if (database === 'postgres') {
      environment.DATABASE_READ_URL = inject('postgresUrl')
      const reason = 'DATABASE_READ_URL cannot be used: it is no standby: it accepts writes'
      expect(await warnings()).toEqual([`WARN  read replica: ${reason}`, noAddress])
      delete environment.DATABASE_READ_URL
    }

    Object.assign(environment, { HIT_RETENTION_DAYS: '3', IP_RETENTION_DAYS: '2' })
    const since = new Date(DAY - 3 * DAY_MS).toISOString().slice(0, 10)
    expect(await warnings()).toEqual([
      expect.stringContaining(`WARN  retention: visits of ${since} still exist, although HIT_RETENTION_DAYS is 3`),
      expect.stringContaining(
        `WARN  retention: whole addresses of ${since} still exist, although IP_RETENTION_DAYS is 2`,
      ),
      noAddress,
    ])
    for await (const _ of store.hitRetention.cutAddresses(DAY));
    for await (const _ of store.hitRetention.purge(DAY));
    expect(await warnings()).toEqual([noAddress])

    await runSql(url, 'delete from kysely_migration where name = (select max(name) from kysely_migration)')
    expect(await warnings()).toEqual([
      expect.stringMatching(/^WARN {2}database: the schema lacks .*; start the server or run migrate to add it/),
      noAddress,
    ])
  })
})
