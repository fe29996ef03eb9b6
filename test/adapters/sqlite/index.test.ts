import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { backUpSqlite, openSqliteHits, openSqliteStore, type SqliteOptions } from '@shortlink/adapters/sqlite'
import type { UserId } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { errAsync, ok, ResultAsync } from 'neverthrow'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newProgress } from '../../../adapters/kit/watch-progress.ts'
import { isOfLink } from '../../../adapters/sql/analytics/expressions/days-of-ids.ts'
import { searchTextIndex } from '../../../adapters/sql/links/link-search.ts'
import type { Schema } from '../../../adapters/sql/schema.ts'
import { statementRunner } from '../../../adapters/sqlite/connection.ts'
import { ANSWER_SUMS } from '../../../adapters/sqlite/threads/sql-calls.ts'
import { type ReaderLimits, SqlReaders } from '../../../adapters/sqlite/threads/sql-readers.ts'
import { SqlThread } from '../../../adapters/sqlite/threads/sql-thread.ts'
import { sumsOfReaders } from '../../../adapters/sqlite/threads/sums-in-thread.ts'
import { aHit, aLink, newLink, newOwner, times } from '../../../core/contracts/samples.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { waitFor } from '../../support/wait-for.ts'

/** A program that opens the file, inserts a link, says so and stays. */
const SERVER = new URL('../../support/store-holder.ts', import.meta.url).pathname

const newFile = () => join(temporaryFolder(), 'shortlink.db')

const open = async (options: SqliteOptions) => {
  const store = await openSqliteStore(options)
  onTestFinished(() => store.close())
  return store
}

it('a first page of a list and the number of links do not wait for searches of others', async () => {
  const store = await open({ file: newFile() })
  const [searching, listing] = [await newOwner(store), await newOwner(store)]
  const link = await newLink(store, { owner: listing })
  // A read that takes long on a busy machine would send the next ones to the threads that search.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const answered: string[] = []
  const searches = times(10, async () => {
    await store.links.list(searching, { skip: 0, take: 20, search: 'a' })
    answered.push('search')
  })
  const page = await store.links.list(listing, { skip: 0, take: 20 })
  const count = await store.links.count(listing)
  answered.push('page and count')
  await Promise.allSettled(searches)
  expect(answered[0]).toBe('page and count')
  expect(count).toBe(1)
  expect(page.map(({ id }) => id)).toEqual([link.id])
})

it('SQLite plans a list that is read again once, however often it is read', async () => {
  const store = await open({ file: newFile() })
  const owner = await newOwner(store)
  await newLink(store, { owner })
  const list = (take: number) => store.links.list(owner, { skip: 0, take })
  await list(20)
  // The library makes a function for the rows of a statement each time that SQLite has planned it.
  const makesFunction = vi.spyOn(globalThis, 'Function')
  for (const take of [20, 20, 5, 20]) expect(await list(take)).toHaveLength(1)
  expect(makesFunction).toHaveBeenCalledTimes(1)
})

it('statements that are run once push out none that is run again and again', () => {
  const db = new Database(':memory:')
  const run = statementRunner(db)
  const prepare = vi.spyOn(db, 'prepare')
  for (let times = 0; times < 2; times++) run('select 1', [])
  for (let n = 0; n < 1000; n++) run(`select 1, ${n}`, [])
  prepare.mockClear()
  run('select 1', [])
  expect(prepare).not.toHaveBeenCalled()
})

it.each(['word', 'ÄÖ%_'])('a search for %j reads the index of texts only, until it has found a link', async (word) => {
  const file = newFile()
  await open({ file })
  const database = new Database(file)
  onTestFinished(() => void database.close())
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  const found = searchTextIndex(db, word).where('owner', '=', 'owner')
  const plan = (query: typeof found) => {
    const { sql, parameters } = query.compile()
    const steps = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters)
    return steps.map(({ detail }) => detail)
  }
  expect(plan(found.select((of) => of.fn.countAll().as('count')))).toEqual([
    'SEARCH links USING COVERING INDEX links_searched (owner=?)',
  ])
  // Nothing is sorted, which would read the links first.
  expect(plan(found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20))).toEqual([
    'SEARCH links USING INDEX links_searched (owner=?)',
  ])
})

it('visits of a link with certain ids are found by link and id, and not by reading all visits of the link', async () => {
  const file = newFile()
  await open({ file })
  const database = new Database(file)
  onTestFinished(() => void database.close())
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  const { sql, parameters } = db
    .selectFrom('hits')
    .select('at')
    .where(isOfLink(1, { after: 2n, through: 3n }))
    .compile()
  expect(database.prepare(`explain query plan ${sql}`).all(...parameters)).toMatchObject([
    { detail: 'SEARCH hits USING INDEX hits_by_link (link_no=? AND id>? AND id<?)' },
  ])
})

describe('one server a file', () => {
  it('a second server is refused, under any name of the file, until the first has closed', async () => {
    const file = newFile()
    const first = await openSqliteStore({ file })
    const alias = `${file}.alias`
    symlinkSync(file, alias)
    for (const name of [file, alias]) {
      await expect(openSqliteStore({ file: name })).rejects.toMatchObject({ name: 'StoreUnusable', reason: 'in-use' })
    }
    await newLink(first)
    await first.close()
    await (await openSqliteStore({ file: alias })).close()
  })

  it.runIf(process.platform === 'linux')(
    'a second server is refused by a hard link, and when the lock file was removed',
    async () => {
      const file = newFile()
      await open({ file })
      linkSync(file, `${file}.link`)
      rmSync(`${file}.lock`)
      for (const name of [`${file}.link`, file]) {
        await expect(openSqliteStore({ file: name })).rejects.toMatchObject({ reason: 'in-use' })
      }
    },
  )

  it('a tool opens the file of a running server', async () => {
    const file = newFile()
    const server = await open({ file })
    const tool = await open({ file, exclusive: false })
    const links = await Promise.all([newLink(server), newLink(tool)])
    for (const link of links) expect(await server.links.findBySlug('', link.slug)).toEqual(link)
  })

  it('a server opens the file of one that was killed, and finds what that one acknowledged', async () => {
    const file = newFile()
    const child = spawn(process.execPath, ['--conditions=@shortlink/source', SERVER, file, 'acknowledged'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ reason: 'in-use' })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await open({ file })
    expect(await next.links.findBySlug('', 'acknowledged')).toBeDefined()
  })
})

describe('a file that cannot be used', () => {
  /** Opening is refused for the reason, and leaves the file as it was. */
  const isRefused = async (file: string, reason: string) => {
    const before = readFileSync(file)
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ name: 'StoreUnusable', reason })
    expect(readFileSync(file).equals(before)).toBe(true)
  }

  const filledFile = async () => {
    const file = newFile()
    const store = await openSqliteStore({ file })
    for (let n = 0; n < 200; n++) await newLink(store, { target: `https://example.com/${'x'.repeat(500)}` })
    await store.close()
    return file
  }

  it.each(['hello', '# notes\n'.repeat(1000), '\0'.repeat(8192)])(
    'a file that is no database is refused',
    async (text) => {
      const file = newFile()
      writeFileSync(file, text)
      await isRefused(file, 'not-a-database')
    },
  )

  it('a file with overwritten pages is refused', async () => {
    const file = await filledFile()
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 5 * 4096, Math.min(30 * 4096, bytes.length))
    writeFileSync(file, bytes)
    await isRefused(file, 'corrupt')
  })

  it('a file without its end is refused', async () => {
    const file = await filledFile()
    writeFileSync(file, readFileSync(file).subarray(0, 10 * 4096 + 100))
    await isRefused(file, 'corrupt')
  })

  it('a read-only file is refused', async () => {
    const file = await filledFile()
    chmodSync(file, 0o444)
    await isRefused(file, 'read-only')
  })

  it('a database of another program is refused', async () => {
    const file = newFile()
    const other = new Database(file)
    other.exec('create table bookmarks (url text)')
    other.close()
    await isRefused(file, 'foreign')
  })

  const filledByNewer = async (step: string) => {
    const file = await filledFile()
    const db = new Database(file)
    db.prepare(`insert into kysely_migration values (?, '2099-01-01')`).run(step)
    db.close()
    return file
  }

  it('a file is refused when a newer version made a breaking change to it', async () => {
    await isRefused(await filledByNewer('9999-from-the-future-breaking'), 'newer')
  })

  it('a file that a newer version has only added to is used, and the added steps are reported', async () => {
    const file = await filledByNewer('9999-from-the-future')
    const reported: (readonly string[])[] = []
    await newLink(await open({ file, onNewer: (steps) => reported.push(steps) }))
    expect(reported).toEqual([['9999-from-the-future']])
  })

  it('a file in a missing folder is refused', async () => {
    const folder = join(temporaryFolder(), 'missing')
    await expect(openSqliteStore({ file: join(folder, 'x.db') })).rejects.toMatchObject({ reason: 'unreachable' })
    expect(existsSync(folder)).toBe(false)
  })
})

describe('the event loop', () => {
  it('the event loop turns while a hundred thousand links are searched', async () => {
    const file = newFile()
    const store = await open({ file })
    const owner = await newOwner(store)
    const db = new Database(file)
    db.prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100000)
       insert into links (id, hostname, namespace, slug, slug_folded, target, target_folded, title, title_folded,
         owner, enable_tracking, rules, earlier_hits, created_at)
       select n, '', '', n, n, 'https://example.com/', 'https://example.com/', 'Number ' || n, 'number ' || n, ?, 1, '[]', 0, n
       from numbers`,
    ).run(owner)
    db.close()

    let searching = true
    let turns = 0
    const count = () => {
      turns++
      if (searching) setImmediate(count)
    }
    setImmediate(count)
    const found = await store.links.list(owner, { skip: 0, take: 10, search: 'no such words' })
    searching = false
    expect(found).toEqual([])
    // A search on the loop itself would let one or two pass.
    expect(turns).toBeGreaterThan(100)
  })
})

describe('a thread that dies', () => {
  it('a thread that dies fails its calls, and the next call gets a new thread', async () => {
    const folder = join(temporaryFolder(), 'later')
    const thread = new SqlThread(join(folder, 'x.db'), { readonly: false, lockTimeoutMs: 100 })
    onTestFinished(() => thread.close())
    const calls = await Promise.allSettled([thread.execute('select 1', []), thread.execute('select 2', [])])
    const busy = { status: 'rejected', reason: expect.objectContaining({ name: 'StoreBusy' }) }
    expect(calls).toEqual([busy, busy])
    mkdirSync(folder)
    expect(await thread.execute('select 3 as three', [])).toMatchObject({ rows: [{ three: 3 }] })
  })

  it('a new thread does not continue the transaction of one that died', async () => {
    const thread = new SqlThread(newFile(), { readonly: false, lockTimeoutMs: 100 })
    onTestFinished(() => thread.close())
    await expect(thread.execute('create table t (x)', [], true)).rejects.toThrow('The transaction has ended')
    expect(await thread.execute('rollback', [])).toEqual({ rows: [], changes: 0 })
  })
})

describe('transactions', () => {
  it('a transaction waits a bounded time for another process’s lock, and succeeds when it is free', async () => {
    const file = newFile()
    const store = await open({ file })
    const link = await newLink(store)
    const other = new Database(file)
    onTestFinished(() => void other.close())
    other.exec('begin immediate')
    const blocked = newLink(store)
    expect(await store.links.findBySlug('', link.slug)).toEqual(link)
    expect(await store.links.list('unknown-owner' as never, { skip: 0, take: 1 })).toEqual([])
    other.exec('rollback')
    await blocked
    other.exec('begin immediate')
    await expect(newLink(store)).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    other.exec('rollback')
    await newLink(store)
  })
})

describe('hits recorded over a connection of their own', () => {
  it('hits recorded over another connection are seen by the store and counted once each', async () => {
    const file = newFile()
    const store = await open({ file })
    const recorder = openSqliteHits({ file })
    const links = await Promise.all(times(5, () => newLink(store)))
    const hits = times(500, (n) =>
      aHit(links[n % 5]?.id ?? aLink().id, { country: 'IT', referrer: `https://${n % 7}/` }),
    )
    await Promise.all([recorder.record(hits), store.hits.record(hits), recorder.record(hits.toReversed())])
    await recorder.close()
    for (const link of links) {
      expect(await store.hits.countByCountry(link.id)).toEqual([{ country: 'IT', count: 100 }])
    }
  })

  it('hits do not refer to rows that another transaction rolled back', async () => {
    const store = await open({ file: newFile() })
    const link = await newLink(store)
    const hit = () => aHit(link.id, { userAgent: 'seen for the first time', referrer: 'https://first.example/' })
    await store.atomic((store) =>
      ResultAsync.fromSafePromise(store.hits.record([hit()])).andThen(() => errAsync('undone')),
    )
    const kept = hit()
    await store.hits.record([kept])
    expect(await store.hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([kept])
  })
})

describe('a copy of the file', () => {
  it('a copy of the file is sound after a kill cut work off', async () => {
    const file = newFile()
    const store = await open({ file })
    const link = await newLink(store)
    const begun = Promise.withResolvers<void>()
    const copied = Promise.withResolvers<void>()
    const work = store.atomic((store) =>
      store.links.insert(aLink()).andThen(() =>
        ResultAsync.fromSafePromise(
          (async () => {
            await store.hits.record([aHit(link.id)])
            begun.resolve()
            await copied.promise
          })(),
        ).andThen(() => ok(undefined)),
      ),
    )
    await begun.promise
    const copy = newFile()
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
    copied.resolve()
    await work
    const reopened = await open({ file: copy })
    expect(await reopened.links.findBySlug('', link.slug)).toEqual(link)
    expect(await reopened.hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([])
  })
})

it('emptying the log does not wait for a transaction, and is tried again', async () => {
  const store = await open({ file: newFile() })
  await store.hits.salt(1, 'a salt')
  const steps = store.hitRetention.forgetVisitors(Date.now())[Symbol.asyncIterator]()
  expect(await steps.next()).toEqual({ done: false, value: 1 })
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = async (store: Store) => {
    await newLink(store)
    begun.resolve()
    await ending.promise
  }
  const write = store.atomic((store) => ResultAsync.fromSafePromise(work(store)))
  await begun.promise
  expect(await steps.next()).toEqual({ done: false, value: 0 })
  ending.resolve()
  await write
  expect(await steps.next()).toMatchObject({ done: true })
})

describe('readers', () => {
  /** Takes about a second for every ten millions. */
  const counting = (millions: number) =>
    `with recursive n(x) as (select 1 union all select x + 1 from n where x < ${millions}000000) select count(*) from n`

  const openReaders = (limits: Partial<ReaderLimits>) => {
    const file = newFile()
    new Database(file).close()
    const readers = new SqlReaders(file, 100, limits)
    onTestFinished(() => readers.close())
    return readers
  }

  const allStarted = async (readers: SqlReaders) => {
    await Promise.all(Array.from({ length: 4 }, () => readers.execute('select 1', [])))
    await nextTurn()
  }

  it('a transaction of a reader ends with a statement that takes too long, and the reader continues with others', async () => {
    const readers = openReaders({ statementMs: 1000, threads: 1 })
    await allStarted(readers)
    const reader = await readers.acquire()
    await reader.execute('begin', [], false)
    await expect(reader.execute(counting(40), [], true)).rejects.toMatchObject({ name: 'StoreBusy' })
    await expect(reader.execute('select 1', [], true)).rejects.toThrow('The transaction has ended')
    await reader.execute('rollback', [], true)
    reader.release()
    await waitFor(async () => expect((await readers.execute('select 2', [])).rows).toHaveLength(1))
  })

  it('readers give up a statement that takes too long, and continue with others', async () => {
    const readers = openReaders({ statementMs: 1000 })
    await allStarted(readers)
    const slow = readers.execute(counting(40), [])
    await expect(slow).rejects.toMatchObject({ name: 'StoreBusy', message: 'The database took longer than 1000 ms' })
    await waitFor(async () => expect((await readers.execute('select 2', [])).rows).toHaveLength(1))
  })

  it('questions about visits that take too long are given up, as about too many visits', async () => {
    const file = newFile()
    const locking = new Database(file)
    const readers = new SqlReaders(file, 60_000, { statementMs: 1_000, threads: 1 })
    onTestFinished(() => readers.close())
    await readers.execute('select 1', [])
    locking.exec('begin exclusive')
    const links = { owner: 'owner-1' as UserId, ids: null, tags: null, domain: null }
    const asked = sumsOfReaders(readers)({
      links,
      where: [],
      offsets: [],
      questions: [{ by: 'TOTAL', range: { from: 0, to: DAY_MS } }],
    })
    const { answers } = await asked.finally(() => locking.close())
    expect(answers).toBeUndefined()
  })

  it('each statement of a question about visits has a time limit of its own: the thread counts them', async () => {
    const file = newFile()
    await open({ file })
    const readers = new SqlReaders(file, 100, { statementMs: 60_000 })
    onTestFinished(() => readers.close())
    const links = { owner: 'owner-1', ids: null, tags: null, domain: null }
    const asked = { links, where: [], offsets: [], questions: [{ by: 'TOTAL', range: { from: 0, to: DAY_MS } }] }
    const progress = newProgress()
    const { rows } = await readers.execute(ANSWER_SUMS, [asked, progress], progress)
    expect(rows).toEqual([{ answers: [[]], differing: { links: [], account: [] } }])
    expect(progress[0]).toBeGreaterThan(3)
  })

  it('readers answer other statements while two long reads of callers and those of jobs are slow', async () => {
    const readers = openReaders({ statementMs: 60_000 })
    await allStarted(readers)
    const slow = { ended: false }
    const start = async (work = 'caller') => {
      const reader = await (work === 'job' ? readers.acquireForJob() : readers.acquire())
      await reader.execute(counting(5), [], false)
      slow.ended = true
      reader.release()
    }
    const ending = Promise.all([start(), start(), start('job'), start('job')])
    for (let n = 0; n < 20; n++) await readers.execute('select 1', [])
    expect(slow.ended).toBe(false)
    await ending
  })

  it('readers refuse statements that wait too long or find a full queue', async () => {
    const readers = openReaders({ threads: 1, waitMs: 50, maxWaiting: 1, statementMs: 60_000 })
    await readers.execute('select 1', [])
    // Until its thread is free again.
    await nextTurn()
    const slow = readers.execute(counting(5), [])
    const waiting = readers.execute('select 1', [])
    await expect(readers.execute('select 1', [])).rejects.toMatchObject({ name: 'StoreBusy' })
    await expect(waiting).rejects.toThrow('no turn within 50 ms')
    await slow
  })
})

it('a ping fails while the database file is moved away, or replaced', async () => {
  const file = newFile()
  const store = await open({ file })
  await store.ping()
  renameSync(file, `${file}.moved`)
  await expect(store.ping()).rejects.toThrow('ENOENT')
  writeFileSync(file, '')
  await expect(store.ping()).rejects.toThrow('another file')
  renameSync(`${file}.moved`, file)
  await store.ping()
})

describe('a backup', () => {
  it('of two backups to one name at the same time one is made, and the other fails because the name is taken', async () => {
    const file = newFile()
    await open({ file })
    const to = join(temporaryFolder(), 'copy.db')
    const [one, other] = await Promise.allSettled([backUpSqlite(file, to), backUpSqlite(file, to)])
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    const refused = [one, other].find((result) => result.status === 'rejected')
    expect(String(refused?.reason)).toContain('already exists')
    expect(readdirSync(dirname(to))).toEqual(['copy.db'])
  })

  it('a backup onto a full disk leaves no file', async ({ skip }) => {
    const disk = smallDisk() ?? skip('only root may mount a disk')
    const file = newFile()
    await open({ file })
    disk.fill()
    await expect(backUpSqlite(file, join(disk.folder, 'copy.db'))).rejects.toThrow()
    expect(readdirSync(disk.folder)).toEqual(['ballast'])
  })
})
