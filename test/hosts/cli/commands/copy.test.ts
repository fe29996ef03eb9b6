import { once } from 'node:events'
import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link, UserId } from '@shortlink/core'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COPIED } from '../../../../adapters/sql/copy/copied-tables.ts'
import { copyRows, finishCopy } from '../../../../hosts/app/copy-instance.ts'
import { storeAt } from '../../../../hosts/app/stores.ts'
import { ask, follow } from '../../../support/api.ts'
import { databaseRows } from '../../../support/database-rows.ts'
import {
  emptyPostgresDatabase,
  newPostgresDatabase,
  newSqliteFile,
  temporaryFolder,
} from '../../../support/databases.ts'
import { expectExactSums } from '../../../support/exact-sums.ts'
import { fillEveryTable } from '../../../support/random-rows.ts'
import { DATABASES, spawnServer, testEnvironment } from '../../../support/server.ts'
import { runInProcess } from '../in-process.ts'
import { operator, serverBeside, shortlink } from '../shortlink.ts'

/** Wide tables have small batches here, so that few rows are more than one. */
const SMALL_BATCH = 20
const MANY = SMALL_BATCH + 10
const batches = Object.values(COPIED).map(({ batch }) => batch)
const setBatches = (change: (batch: number) => number) =>
  Object.values(COPIED).forEach(
    (table, index) => void Object.assign(table, { batch: change(batches[index] as number) }),
  )
beforeAll(() => setBatches((batch) => (batch <= COPIED.users.batch ? SMALL_BATCH : batch)))
afterAll(() => setBatches((batch) => batch))

const newSqlite = () => `sqlite:${newSqliteFile()}`
const missingSqlite = () => `sqlite:${join(temporaryFolder(), 'shortlink.db')}`
const fileOf = (address: string) => address.slice('sqlite:'.length)
const newAddress = (database: string) => (database === 'sqlite' ? newSqlite() : newPostgresDatabase())
const copy = (from: string, to: string, ...options: string[]) =>
  runInProcess({}, ['copy', '--from', from, '--to', to, ...options])

describe('shortlink copy', () => {
  it('a copy from SQLite to Postgres and back has every row of every table, unchanged', async () => {
    const [first, second, third] = [newSqlite(), await emptyPostgresDatabase(), missingSqlite()]
    await fillEveryTable(fileOf(first), MANY)
    const there = await copy(first, second, '--json')
    expect(there).toMatchObject({ code: 0, stderr: '' })
    const rows = await databaseRows(first)
    expect(await databaseRows(second)).toEqual(rows)
    const back = await copy(second, third, '--json')
    expect(back).toMatchObject({ code: 0, stderr: '' })
    expect(await databaseRows(third)).toEqual(rows)

    const { tables, resumed } = JSON.parse(there.stdout)
    expect(resumed).toBe(false)
    expect(tables).toEqual(
      expect.arrayContaining(
        Object.entries(rows).map(([table, { length }]) => ({ table, rows: length, digest: expect.any(String) })),
      ),
    )
    // The digests are those of the rows in either kind of database.
    expect(JSON.parse(back.stdout).tables).toEqual(tables)
  })

  it.each(DATABASES)('a copy into %s that is cut off after any batch goes on from there', async (database) => {
    const [from, to] = [newSqlite(), await newAddress(database)]
    await fillEveryTable(fileOf(from), MANY)
    let attempts = 1
    for (let batches = 1; !(await copyAtMost(from, to, batches)); batches += 2) attempts += 1
    expect(attempts).toBeGreaterThan(3)
    expect(await databaseRows(to)).toEqual(await databaseRows(from))
  })

  it.each(DATABASES)('no server starts on an unfinished copy in %s, which takes no other copy', async (database) => {
    const [from, other, to] = [newSqlite(), newSqlite(), await newAddress(database)]
    await fillEveryTable(fileOf(from), 3)
    await fillEveryTable(fileOf(other), 3)
    expect(await copyAtMost(from, to, 5)).toBe(false)
    const unfinished = `unfinished copy of ${from}: run that copy again to its end\n`
    const environment = { ...(await testEnvironment('sqlite')), DATABASE_URL: to }
    expect(await shortlink(environment, ['serve'])).toMatchObject({
      code: 69,
      stderr: expect.stringContaining(unfinished),
    })
    expect(await copy(other, to)).toMatchObject({ code: 69, stderr: expect.stringContaining(unfinished) })
    expect(await copy(to, newSqlite())).toMatchObject({ code: 69, stderr: expect.stringContaining(unfinished) })
    expect(JSON.parse((await copy(from, to, '--json')).stdout)).toMatchObject({ resumed: true })
    expect(await runInProcess(environment, ['migrate'])).toMatchObject({ code: 0 })
  })

  it('visitors of today who were counted before a copy from SQLite to Postgres, or back, are not counted again', async () => {
    const [first, second, third] = [newSqlite(), await newPostgresDatabase(), newSqlite()]
    const [at, link] = [Date.now(), await inStore(first, (store) => newLink(store))]
    const record = (address: string, visitors: number) =>
      inStore(address, ({ hits }) =>
        hits.record(Array.from({ length: visitors }, (_, n) => ({ ...aHit(link.id, { at }), visitor: BigInt(n) }))),
      )
    await record(first, 200)
    await record(first, 300)
    expect(await copy(first, second)).toMatchObject({ code: 0, stderr: '' })
    await record(second, 400)
    await expectExactSums(second, { visitors: 400 })
    expect(await copy(second, third)).toMatchObject({ code: 0, stderr: '' })
    await record(third, 500)
    await expectExactSums(third, { visitors: 500 })
  })

  it('a server on the copy serves its links, logins and keys, and goes on numbering rows', async () => {
    const { environment, run } = await operator('sqlite', runInProcess)
    const password = JSON.parse((await run('user', 'reset-password', 'ada@example.com', '--json')).stdout).password
    const key = (await run('key', 'create', '--user', 'ada@example.com', '--label', 'laptop')).stdout.trim()
    await run('link', 'create', 'https://example.com/', '--user', 'ada@example.com', '--slug', 'kept')
    const to = await newPostgresDatabase()
    expect(await copy(environment.DATABASE_URL as string, to)).toMatchObject({ code: 0, stderr: '' })

    const { url } = await serverBeside({ ...environment, DATABASE_URL: to })
    expect((await follow(url, 'kept')).headers.get('location')).toBe('https://example.com/')
    const login = await ask(url, `mutation { login(email: "ada@example.com", password: "${password}") { token } }`)
    expect(login.errors).toEqual([])
    const made = await ask(
      url,
      'mutation { createShortlink(target: "https://example.com/new", shortlink: "made") }',
      {},
      { 'x-api-key': key },
    )
    expect(made.errors).toEqual([])
    expect((await follow(url, 'made')).status).toBe(302)
  })
})

async function inStore<Result>(address: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const isFile = address.startsWith('sqlite:')
  const store = await (isFile ? openSqliteStore({ file: fileOf(address) }) : openPostgresStore({ url: address }))
  return work(store).finally(() => store.close())
}

describe('a copy of purged visits', () => {
  const FROM = Date.UTC(2026, 2, 1)
  const PURGED = FROM + DAY_MS
  const RANGE = { from: FROM, to: FROM + 3 * DAY_MS }

  async function record(store: Store) {
    const owner = await newOwner(store)
    const [busy, quiet] = [await newLink(store, { owner }), await newLink(store, { owner })]
    const visits = (link: Link, at: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        aHit(link.id, { at: at + n * 60_000, country: n % 3 ? 'DE' : 'IT', language: n % 2 ? 'de' : 'en' }),
      )
    for (const at of [FROM, PURGED]) await store.hits.record([...visits(busy, at, 1_100), ...visits(quiet, at, 20)])
    await rollUp(store)
    for await (const _ of store.hitRetention.purge(PURGED));
    return owner
  }

  async function rollUp(store: Store) {
    for await (const _ of store.rolls.roll(RANGE.to));
  }

  async function sumsOf({ analytics }: Store, owner: UserId) {
    const fact = { range: RANGE, take: 100, bots: 'INCLUDE' } as const
    const answer = await analytics.sums({
      links: { owner, ids: null, tags: null, domain: null },
      where: [],
      offsets: [{ ...RANGE, offsetMs: 45 * 60_000 }],
      questions: [
        { by: 'TOTAL', range: RANGE },
        { by: 'LOCAL_DAY', range: RANGE },
        { by: 'LOCAL_HOUR', range: RANGE },
        { by: 'LANGUAGE', ...fact },
        { by: 'LINK', ...fact },
      ],
    })
    return answer._unsafeUnwrap()
  }

  it.each(DATABASES)('answers in %s what its source answers, also once sums are made again', async (database) => {
    const [from, to] = [newSqlite(), await newAddress(database)]
    const [owner, sums] = await inStore(from, async (store) => {
      const owner = await record(store)
      return [owner, await sumsOf(store, owner)]
    })
    expect(sums[0]).toEqual([expect.objectContaining({ hits: 2 * 1_120 })])
    expect(await copy(from, to)).toMatchObject({ code: 0, stderr: '' })
    await inStore(to, async (store) => {
      expect(await sumsOf(store, owner)).toEqual(sums)
      await rollUp(store)
      expect(await sumsOf(store, owner)).toEqual(sums)
      expect(await store.rolls.check()).toEqual([])
    })
  })
})

describe('a copy of deleted links', () => {
  it.each(DATABASES)(
    'a new link in %s has its own hits only, before and after the removal of theirs',
    async (database) => {
      const [from, to] = [newSqlite(), await newAddress(database)]
      await inStore(from, async (store) => {
        const [, newest] = [await newLink(store), await newLink(store)]
        await store.hits.record([aHit(newest.id), aHit(newest.id)])
        await store.links.deleteBySlug('', newest.slug)
      })
      expect(await copy(from, to)).toMatchObject({ code: 0, stderr: '' })

      await inStore(to, async (store) => {
        const made = await newLink(store)
        const hits = () => store.hits.listByLink(made.id, { skip: 0, take: 9 })
        expect(await hits()).toEqual([])
        await store.hits.record([aHit(made.id)])
        await removeAll(store)
        expect(await hits()).toHaveLength(1)
        expect(await store.links.find(made.id)).toMatchObject({ hitCount: 1 })
      })
    },
  )

  it.each(DATABASES)('links keep their numbers in a copy into %s that had links before', async (database) => {
    const [from, to] = [newSqlite(), await newAddress(database)]
    await inStore(from, async (store) => {
      await store.hits.record([aHit((await newLink(store)).id), aHit((await newLink(store)).id)])
    })
    await inStore(to, async (store) => {
      const links = [await newLink(store), await newLink(store), await newLink(store)]
      for (const { slug } of links) await store.links.deleteBySlug('', slug)
      await removeAll(store)
    })
    expect(await copy(from, to)).toMatchObject({ code: 0, stderr: '' })
    expect(await databaseRows(to)).toEqual(await databaseRows(from))
  })
})

/** Copies at most that number of batches; returns whether the copy is complete by then. */
async function copyAtMost(from: string, to: string, batches: number): Promise<boolean> {
  const [source, target] = [await storeAt(from).openCopySource(), await storeAt(to).openCopyTarget()]
  const silent = { advance() {} }
  let left = batches
  const save: typeof target.save = (...batch) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('cut off')) : target.save(...batch)
  }
  try {
    await copyRows(source, { ...target, save }, silent)
    await finishCopy(source, target, silent)
    return true
  } catch (error) {
    if ((error as Error).message !== 'cut off') throw error
    return false
  } finally {
    await source.close()
    await target.close()
  }
}

describe('what shortlink copy refuses', () => {
  it('copy refuses a target that is not empty, and writes nothing to it', async () => {
    const [from, to] = [newSqlite(), newSqlite()]
    await fillEveryTable(fileOf(from), 3)
    await fillEveryTable(fileOf(to), 2)
    const before = await databaseRows(to)
    expect(await copy(from, to)).toEqual({
      code: 69,
      stdout: '',
      stderr: 'shortlink: The target is not empty (users has rows): copy into a new database\n',
    })
    expect(await databaseRows(to)).toEqual(before)
    expect(await copy(from, from)).toMatchObject({
      code: 64,
      stderr: 'shortlink: --from and --to are the same database\n',
    })
    expect(await copy(from, 'mysql://x/y')).toMatchObject({ code: 64, stderr: expect.stringContaining('--to must be') })
    const missing = missingSqlite()
    expect(await copy(missing, newSqlite())).toMatchObject({
      code: 69,
      stderr: `shortlink: There is no database at ${fileOf(missing)}\n`,
    })
  })

  it.each(DATABASES)('copy refuses a source and a target on %s while a server uses them', async (database) => {
    const environment = await testEnvironment(database)
    const server = await spawnServer(environment)
    const address = environment.DATABASE_URL as string
    expect(await copy(address, newSqlite())).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/^.* using .*\n$/),
    })
    const source = newSqlite()
    await fillEveryTable(fileOf(source), 1)
    expect(await copy(source, address)).toMatchObject({ code: 69, stderr: expect.stringMatching(/^.* using .*\n$/) })
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    // What the server left in its empty database does not stand in the way.
    expect(await copy(source, address)).toMatchObject({ code: 0, stderr: '' })
    expect(await databaseRows(address)).toEqual(await databaseRows(source))
  })

  it('copy refuses a source of another version in one line', async () => {
    const [old, newer, empty] = [newSqlite(), newSqlite(), await emptyPostgresDatabase()]
    for (const address of [old, newer]) await fillEveryTable(fileOf(address), 1)
    const change = (address: string, statement: string) => {
      const db = new Sqlite(fileOf(address))
      db.exec(statement)
      db.close()
    }
    change(old, `delete from kysely_migration where name = '0010-takedown'`)
    change(newer, `insert into kysely_migration values ('9999-later', '2026')`)
    expect(await copy(old, newSqlite())).toEqual({
      code: 69,
      stdout: '',
      stderr: `shortlink: The schema of ${old} lacks 0010-takedown: run "shortlink migrate" on it before\n`,
    })
    expect(await copy(newer, newSqlite())).toEqual({
      code: 69,
      stdout: '',
      stderr: `shortlink: ${newer} was made by a newer version of shortlink: copy it with that version\n`,
    })
    expect(await copy(empty, newSqlite())).toMatchObject({ code: 69, stderr: expect.stringContaining('holds no data') })
  })

  it('a copy of a source that was changed meanwhile fails, and no server starts on it', async () => {
    const [from, to] = [newSqlite(), await newPostgresDatabase()]
    await fillEveryTable(fileOf(from), 3)
    await copyAtMost(from, to, 30)
    const db = new Sqlite(fileOf(from))
    db.exec(`update users set name = 'Changed' where id in (select id from users limit 1)`)
    db.close()
    expect(await copy(from, to)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^shortlink: users differs \(3 rows in the source, 3 in the copy\).*\n$/),
    })
    const environment = { ...(await testEnvironment('postgres')), DATABASE_URL: to }
    expect(await runInProcess(environment, ['migrate'])).toMatchObject({ code: 69 })
  })

  it('a copy into Postgres notifies no replica of its rows', async () => {
    const [from, to] = [newSqlite(), await newPostgresDatabase()]
    await fillEveryTable(fileOf(from), 3)
    const client = new pg.Client(to)
    await client.connect()
    let notes = 0
    client.on('notification', () => {
      notes += 1
    })
    await client.query('listen link_news')
    expect(await copy(from, to)).toMatchObject({ code: 0 })
    await client.query('select 1')
    expect(notes).toBe(0)
    // The triggers work again.
    await client.query(`update links set target = 'x' where no = (select max(no) from links)`)
    await client.query('select 1')
    expect(notes).toBeGreaterThan(0)
    await client.end()
  })
})
