import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openPostgresHits, openPostgresStore, type PostgresOptions } from '@shortlink/adapters/postgres'
import type { UserId } from '@shortlink/core'
import { StoreBusy } from '@shortlink/core/adapter'
import { DAY_MS } from '@shortlink/core/host'
import type { LinkChange, Store, SumQuestions } from '@shortlink/core/ports'
import { Kysely, sql } from 'kysely'
import { errAsync, ResultAsync } from 'neverthrow'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LIMITS, openPool } from '../../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../../adapters/postgres/connection/dialect.ts'
import { postgresMigrations } from '../../../adapters/postgres/migrations.ts'
import { migrate } from '../../../adapters/sql/migrate.ts'
import { migrations } from '../../../adapters/sql/migrations/index.ts'
import { postgresDdl } from '../../../adapters/sql/migrations/migration.ts'
import { aHit, aLink, anEvent, done, newLink, newOwner, newWebhook, times } from '../../../core/contracts/samples.ts'
import { emptyPostgresDatabase, PATIENT_LIMITS } from '../../support/databases.ts'
import { notificationProxy } from '../../support/notification-proxy.ts'
import { databaseUrl } from '../../support/postgres.ts'
import { severableProxy } from '../../support/severable-proxy.ts'
import { tcpProxy } from '../../support/tcp-proxy.ts'
import { waitFor } from '../../support/wait-for.ts'

let shared: Promise<string> | undefined
/** A database for all tests that need no empty one of their own. */
const sharedDatabase = () => {
  shared ??= emptyPostgresDatabase()
  return shared
}

const open = async (options: PostgresOptions) => {
  const store = await openPostgresStore(options)
  onTestFinished(() => store.close())
  return store
}

/** Queries the database over a connection of its own. */
const ask = async (url: string, text: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A question about the visits of an account. */
const totalOf = (owner: UserId): SumQuestions => {
  const range = { from: Date.now() - DAY_MS, to: Date.now() }
  const links = { owner, ids: null, tags: null, domain: null }
  return { links, where: [], offsets: [{ ...range, offsetMs: 0 }], questions: [{ by: 'TOTAL', range }] }
}

/**
 * Stops the timeouts and the clock of this thread; sockets, and threads of stores, work as before. Returns a function that
 * lets milliseconds pass, with a turn of the event loop now and then.
 */
function stopTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise(setImmediate)
    }
  }
}

/** Stops the clock of this thread, not its timeouts. `vi.advanceTimersByTime` moves it. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const listen = ({ linkFeed }: Store) => {
  const heard: LinkChange[] = []
  linkFeed.subscribe((change) => heard.push(change))
  return heard
}

it('statements over tables that grow large run in one process each, also where several would be cheaper', async () => {
  const url = await emptyPostgresDatabase()
  await open({ url })
  const options = '-c min_parallel_table_scan_size=0 -c parallel_setup_cost=0 -c parallel_tuple_cost=0'
  const client = new pg.Client({ connectionString: url, options })
  await client.connect()
  onTestFinished(() => client.end())
  const explain = (table: string) => `explain select count(*) from ${table}`
  const plan = async (table: string) => JSON.stringify((await client.query(explain(table))).rows)
  await client.query('create table other (n integer)')
  expect(await plan('other')).toContain('Gather')
  const counts = ['links', 'link_hits', 'hit_days', 'hit_visitors']
  const sums = ['rolled_days', 'hit_rolls', 'owner_rolled_days', 'owner_rolls']
  for (const table of [...counts, ...sums]) expect(await plan(table)).not.toContain('Gather')

  // Postgres may read several partitions at a time, except on the connections for analytics.
  const pool = openPool(`${url}?options=${encodeURIComponent(options)}`, 1, { ...LIMITS, isSerial: true })
  onTestFinished(() => pool.end())
  expect(JSON.stringify((await pool.query(explain('hits'))).rows)).not.toContain('Gather')
})

describe('several servers on one database', () => {
  it('servers that start together migrate the database once', async () => {
    const url = await emptyPostgresDatabase()
    const stores = await Promise.all(times(4, () => open({ url })))
    for (const store of stores) await newLink(store)
    const [counted] = await ask(
      url,
      'select count(*)::int as count, count(distinct name)::int as steps from kysely_migration',
    )
    expect(counted.count).toBe(counted.steps)
    expect(await ask(url, 'select count(*)::int as links from links')).toEqual([{ links: 4 }])
  })

  it('servers on one database have distinct replica numbers', async () => {
    const url = await sharedDatabase()
    const stores = await Promise.all(times(3, () => open({ url })))
    const numbers = await Promise.all(stores.map((store) => store.replicaNumber()))
    expect(new Set(numbers).size).toBe(3)
    expect(numbers.every((number) => number >= 0 && number < 1024)).toBe(true)
  })

  it('servers are notified of each other’s changes, and not of hits or titles', async () => {
    const url = await sharedDatabase()
    const [here, there] = [await open({ url }), await open({ url })]
    const heard = listen(here)
    const owner = await newOwner(there)
    const link = await newLink(there, { owner })
    const change = { namespace: '', slug: link.slug }
    const isNotifiedAgain = async () => {
      await waitFor(() => expect(heard).toContainEqual(change), { interval: 5 })
      heard.length = 0
    }
    await isNotifiedAgain()
    await there.links.updateOwned(owner, link.id, { target: 'https://example.org/' })
    await isNotifiedAgain()
    await there.hits.record([aHit(link.id)])
    await there.links.updateOwned(owner, link.id, { title: 'new' })
    const marker = await newLink(there, { owner })
    await waitFor(() => expect(heard).toEqual([{ namespace: '', slug: marker.slug }]))
    await there.links.deleteOwned(owner, link.id)
    await isNotifiedAgain()
  })

  it('servers are notified that anything may have changed after the listening connection was killed', async () => {
    const url = await sharedDatabase()
    const [here, there] = [await open({ url }), await open({ url })]
    const heard = listen(here)
    await ask(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await waitFor(() => expect(here.linkFeed.live()).toBe(false), { interval: 1 })
    await waitFor(() => expect(heard).toContain('everything'), { interval: 5 })
    await waitFor(() => expect(here.linkFeed.live()).toBe(true))
    const { slug } = await newLink(there)
    await waitFor(() => expect(heard).toContainEqual({ namespace: '', slug }), { interval: 5 })
  })
})

describe('notifications that do not come', () => {
  it('lost notifications are noticed within a second, though the listening connection answers', async () => {
    const proxy = await notificationProxy(await sharedDatabase())
    stopClock()
    const store = await open({ url: proxy.url })
    await expect.poll(() => store.linkFeed.live()).toBe(true)
    proxy.dropNotifications()
    vi.advanceTimersByTime(1000)
    expect(store.linkFeed.live()).toBe(false)
  })

  it('lost notifications behind a pooler in transaction mode are reported once, and the feed is never live', async () => {
    const proxy = await notificationProxy(await sharedDatabase(), { dropping: true })
    const onNotificationsLost = vi.fn()
    stopClock()
    const store = await open({ url: proxy.url, onNotificationsLost })
    expect(store.linkFeed.live()).toBe(false)
    vi.advanceTimersByTime(4000)
    await expect.poll(() => onNotificationsLost.mock.calls.length).toBe(1)
    expect(store.linkFeed.live()).toBe(false)
  })
})

describe('a migration lock that another server holds', () => {
  const holdLock = async (url: string) => {
    const holder = new pg.Client(url)
    await holder.connect()
    onTestFinished(() => holder.end())
    // As versions before took it: for the session.
    await holder.query('select pg_advisory_lock(7365240814)')
    return () => holder.query('select pg_advisory_unlock(7365240814)')
  }

  it('a start waits for another server’s migration lock, reports it once, and takes the lock when it is free', async () => {
    const url = await emptyPostgresDatabase()
    const release = await holdLock(url)
    const onWaiting = vi.fn()
    const opening = open({ url, onWaiting })
    await waitFor(() => expect(onWaiting).toHaveBeenCalledOnce())
    expect(await ask(url, `select count(*)::int as tables from pg_tables where schemaname = 'public'`)).toEqual([
      { tables: 0 },
    ])
    await release()
    await (await opening).ping()
    expect(onWaiting).toHaveBeenCalledOnce()
  })

  it('an interrupted start ends its wait for a migration lock', async () => {
    const url = await emptyPostgresDatabase()
    await holdLock(url)
    const interrupted = new AbortController()
    const opening = openPostgresStore({ url, onWaiting: () => interrupted.abort(), signal: interrupted.signal })
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a migration leaves no lock on any connection', async () => {
    const url = await emptyPostgresDatabase()
    await open({ url })
    expect(
      await ask(
        url,
        `select count(*)::int as locks from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
      ),
    ).toEqual([{ locks: 0 }])
  })
})

it('a migration that waits for a table lets others read it in between, and goes on when it is free', async () => {
  const url = await emptyPostgresDatabase()
  const db = new Kysely<unknown>({ dialect: postgresDialect(openPool(url, 1)) })
  onTestFinished(() => db.destroy())
  const all = { ...migrations(postgresDdl), ...postgresMigrations }
  await migrate(db, Object.fromEntries(Object.entries(all).filter(([name]) => name < '0016')))

  const reader = new pg.Client(url)
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select 1 from links')
  const opening = open({ url })
  const waiting = `select 1 from pg_locks where relation = 'links'::regclass and not granted`
  await waitFor(async () => expect(await ask(url, waiting)).toHaveLength(1))
  // Would wait for the migration, which waits for the reader.
  await ask(url, `set lock_timeout = '60s'; select 1 from links`)
  await reader.query('commit')
  await (await opening).ping()
})

it('a replica whose clock is a minute ahead queues deliveries that are due at once by the database’s clock', async () => {
  const store = await open({ url: await sharedDatabase() })
  const webhook = await newWebhook(store)
  const at = Date.now() + 60_000
  await store.outbox.add([anEvent(webhook.owner, { at })])
  await store.outbox.addTo(webhook, anEvent(webhook.owner, { at }))
  const now = await store.now()
  expect(await store.deliveries.claim([{ webhook: webhook.id, limit: 10 }], now, now + 1000)).toHaveLength(2)
})

describe('a statement that takes too long', () => {
  it('a pool whose connections are all taken makes the store busy, while /readyz and lookups have connections of their own', async () => {
    const store = await open({ url: await sharedDatabase(), poolSize: 2 })
    const owner = await newOwner(store)
    const { slug } = await newLink(store, { owner })
    const holding = Promise.withResolvers<void>()
    // Both connections for reads and writes are taken.
    const taken = times(2, () => store.atomic(() => ResultAsync.fromSafePromise(holding.promise)))
    await waitFor(() => expect(store.poolUse().total).toBeGreaterThanOrEqual(3))
    await store.ping()
    expect(await store.links.findBySlug('', slug)).toMatchObject({ slug })
    const pass = stopTime()
    const refused = expect(store.links.totals(owner, 1)).rejects.toMatchObject({ name: 'StoreBusy' })
    await pass(3000)
    await refused
    holding.resolve()
    await Promise.all(taken)
  })
})

it('a call that waits too long for a row that another has locked fails with StoreBusy', async () => {
  const url = await sharedDatabase()
  const store = await open({ url })
  const owner = await newOwner(store)
  const { id } = await newLink(store, { owner })
  const other = new pg.Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select 1 from links where id = $1 for update', [id])
  await expect(store.links.updateOwned(owner, id, { title: 'Changed' })).rejects.toBeInstanceOf(StoreBusy)
  await other.query('rollback')
})

describe('a server nearly out of slots', () => {
  it('callers wait for a connection of the pool when the server has no slot left, and none fails', async () => {
    const url = await emptyPostgresDatabase()
    const [{ name }] = await ask(url, 'select current_database() as name')
    const role = `role_${name}`
    await ask(url, `create role ${role} login password 'secret' connection limit 3`)
    await ask(url, `grant create on schema public to ${role}`)
    const limited = new URL(url)
    Object.assign(limited, { username: role, password: 'secret' })
    // Of three slots, listening takes one, and hits could take another: what is left is fewer than callers at once.
    const store = await open({ url: limited.href })
    const owner = await newOwner(store)
    // On a busy machine the last ones wait for longer than callers may.
    stopTime()
    const calls = times(60, () => [newLink(store, { owner }), store.links.findBySlug('', 'none')]).flat()
    // The thread that answers questions about visits gets no slot.
    const question = done(store.analytics.sums(totalOf(owner)))
    const results = await Promise.allSettled([...calls, question])
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

describe('a database that cannot be used', () => {
  it('a database of an encoding other than UTF8 is refused, and the error names the encoding', async () => {
    const url = await emptyPostgresDatabase()
    const name = `latin_${randomUUID().replaceAll('-', '')}`
    await ask(url, `create database ${name} encoding LATIN1 locale 'C' template template0`)
    const latin = new URL(url)
    latin.pathname = name
    await expect(openPostgresStore({ url: latin.href })).rejects.toMatchObject({
      reason: 'unsuitable',
      message: expect.stringContaining('encoding LATIN1'),
    })
  })

  it('a database is refused when the role may not create tables in its schema', async () => {
    const url = await emptyPostgresDatabase()
    const [{ name }] = await ask(url, 'select current_database() as name')
    await ask(url, `create role reader_${name} login password 'secret'`)
    await ask(url, 'revoke create on schema public from public')
    const asReader = new URL(url)
    Object.assign(asReader, { username: `reader_${name}`, password: 'secret' })
    await expect(openPostgresStore({ url: asReader.href })).rejects.toMatchObject({
      name: 'StoreUnusable',
      reason: 'forbidden',
    })
  })
})

describe('a server that is frozen', () => {
  it('calls to a frozen server fail within five seconds, and succeed when it thaws', async () => {
    const url = await sharedDatabase()
    const proxy = await severableProxy(url)
    const store = await open({ url: proxy.url, poolSize: 2 })
    const owner = await newOwner(store)
    const link = await newLink(store, { owner })
    proxy.freeze()
    // More than there are connections, so that some wait for one.
    const calls = [
      () => store.ping(),
      () => store.links.findBySlug('', link.slug),
      () => done(store.links.insert(aLink())),
      () => done(store.atomic((store) => store.links.insert(aLink()))),
      () => store.hits.record([aHit(link.id)]),
    ]
    const pass = stopTime()
    const results = Promise.allSettled(calls.map((call) => call()))
    await pass(5000)
    expect((await results).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'))
    const failed = expect(store.ping()).rejects.toThrow()
    await pass(5000)
    await failed
    proxy.thaw()
    await waitFor(() => store.ping())
    expect(await store.links.findBySlug('', link.slug)).toEqual(link)
  })

  it('questions about visits make the store busy, and have answers again when it thaws', async () => {
    const proxy = await severableProxy(await sharedDatabase())
    const store = await open({ url: proxy.url })
    const owner = await newOwner(store)
    const question = totalOf(owner)
    expect(await done(store.analytics.sums(question))).toHaveLength(1)
    proxy.freeze()
    await expect(done(store.analytics.sums(question))).rejects.toBeInstanceOf(StoreBusy)
    proxy.thaw()
    expect(await done(store.analytics.sums(question))).toHaveLength(1)
  })

  it('the feed of a frozen server is not live, though no connection was closed', async () => {
    const proxy = await severableProxy(await sharedDatabase())
    stopClock()
    const store = await open({ url: proxy.url })
    await expect.poll(() => store.linkFeed.live()).toBe(true)
    const heard = listen(store)
    proxy.freeze()
    vi.advanceTimersByTime(1000)
    expect(store.linkFeed.live()).toBe(false)
    proxy.cut()
    proxy.thaw()
    await expect.poll(() => heard).toContain('everything')
    await expect.poll(() => store.linkFeed.live()).toBe(true)
  })

  it('opening a store on a frozen server fails as unreachable within five seconds', async () => {
    const proxy = await severableProxy(await sharedDatabase())
    proxy.freeze()
    const pass = stopTime()
    const refused = expect(openPostgresStore({ url: proxy.url })).rejects.toMatchObject({ reason: 'unreachable' })
    await pass(5000)
    await refused
  })

  it('a start waits for a server that does not answer, says so once, and goes on when it answers', async () => {
    let refuses = true
    const { url } = await tcpProxy(await sharedDatabase(), ([client, upstream]) => {
      if (refuses) client.destroy()
      else client.pipe(upstream).pipe(client)
    })
    const heard: string[] = []
    const onAway = (why: string) => {
      heard.push(why)
      refuses = false
    }
    const store = await openPostgresStore({ url, waitMs: 60_000, onAway })
    await store.close()
    expect(heard).toEqual([expect.any(String)])
  })

  it('a start gives up on a server that does not answer in time, and says how long it waited', async () => {
    const { url } = await tcpProxy(await sharedDatabase(), ([client]) => void client.destroy())
    stopClock()
    const onAway = () => void vi.advanceTimersByTime(30_000)
    const message = expect.stringContaining('the start waited 30 s for it: ')
    await expect(openPostgresStore({ url, waitMs: 30_000, onAway })).rejects.toMatchObject({
      reason: 'unreachable',
      message,
    })
  })

  it('a store on a frozen server closes within six seconds', async () => {
    const proxy = await severableProxy(await sharedDatabase())
    const store = await openPostgresStore({ url: proxy.url })
    const pass = stopTime()
    const asked = store.ping().catch(() => {})
    proxy.freeze()
    const closed = Promise.all([store.close(), asked])
    await pass(6000)
    await closed
  })
})

describe('broken connections', () => {
  it('a connection that ends in the packet of its greeting rejects its query and nothing else', async () => {
    const message = (type: string, body: string) => {
      const head = Buffer.alloc(5)
      head.write(type)
      head.writeInt32BE(body.length + 4, 1)
      return Buffer.concat([head, Buffer.from(body)])
    }
    const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')]
    const farewell = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([...welcome, farewell])))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const pool = openPool(`postgres://client@127.0.0.1:${(server.address() as AddressInfo).port}/test`, 1)
    const db = new Kysely({ dialect: postgresDialect(pool) })
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ name: 'StoreBusy' })
    await pool.end()
  })

  it('what a lost connection interrupts finds the store busy; what an operator must mend keeps its error', async () => {
    const url = await emptyPostgresDatabase()
    const proxy = await severableProxy(url)
    const at = (address: string, statement: string) => {
      const pool = openPool(address, 1)
      onTestFinished(() => pool.end())
      return sql.raw(statement).execute(new Kysely({ dialect: postgresDialect(pool) }))
    }
    const busy = { name: 'StoreBusy' }
    await expect(at(url, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject(busy)
    const cut = expect(at(proxy.url, 'select pg_sleep(60)')).rejects.toMatchObject(busy)
    const asleep = () =>
      at(url, `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
    await waitFor(async () => expect((await asleep()).rows).toHaveLength(1))
    proxy.cut()
    await cut
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await expect(at(`postgres://stranger@localhost:${port}/none`, 'select 1')).rejects.toMatchObject({
      ...busy,
      message: expect.stringContaining(`ECONNREFUSED`),
    })
    await expect(at(databaseUrl(url, 'missing'), 'select 1')).rejects.toMatchObject({ code: '3D000', name: 'error' })
  })

  it('a caller that no connection of the pool came free for finds the store busy, whichever timeout ends first', async () => {
    const pool = openPool(await emptyPostgresDatabase(), 1, { connectMs: 100, statementMs: 4000 })
    const pass = stopTime()
    const held = await pool.connect()
    const db = new Kysely({ dialect: postgresDialect(pool) })
    const refused = expect(sql`select 1`.execute(db)).rejects.toMatchObject({ name: 'StoreBusy' })
    await pass(100)
    await refused
    held.release()
    await pool.end()
  })

  it('an analytics call whose connection is lost is answered over another', async () => {
    const url = await sharedDatabase()
    const store = await open({ url, readLimits: PATIENT_LIMITS })
    const owner = await newOwner(store)
    const locking = new pg.Client(url)
    await locking.connect()
    onTestFinished(() => locking.end())
    await locking.query('begin; lock table hit_days in access exclusive mode')
    const answered = store.analytics.sums(totalOf(owner))
    const waiting = () =>
      ask(url, `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await waitFor(async () => expect(await waiting()).toHaveLength(1))
    const [lost] = await waiting()
    await ask(url, `select pg_terminate_backend(${lost.pid})`)
    await waitFor(async () => expect((await waiting()).filter(({ pid }) => pid !== lost.pid)).toHaveLength(1))
    await locking.query('rollback')
    expect((await answered)._unsafeUnwrap()).toEqual([[]])
  })

  it('a broken connection fails its own transaction only', async () => {
    const url = await sharedDatabase()
    const proxy = await severableProxy(url)
    const store = await open({ url: proxy.url })
    const begun = Promise.withResolvers<void>()
    const broken = Promise.withResolvers<void>()
    const link = aLink()
    const work = done(
      store.atomic((store) =>
        store.links.insert(link).andThen((link) =>
          ResultAsync.fromSafePromise(
            (async () => {
              begun.resolve()
              await broken.promise
              return store.links.findBySlug('', link.slug)
            })(),
          ),
        ),
      ),
    )
    await begun.promise
    proxy.cut()
    broken.resolve()
    await expect(work).rejects.toMatchObject({ name: 'StoreBusy' })
    await waitFor(() => store.ping())
    expect(await store.links.findBySlug('', link.slug)).toBeUndefined()
  })
})

describe('hits recorded over a connection of their own', () => {
  it('hits recorded over other connections are seen by the store and counted once each', async () => {
    const url = await sharedDatabase()
    const store = await open({ url })
    const recorders = times(3, () => openPostgresHits({ url }))
    const links = await Promise.all(times(5, () => newLink(store)))
    const hits = times(500, (n) =>
      aHit(links[n % 5]?.id ?? aLink().id, { country: 'IT', referrer: `https://${n % 7}/` }),
    )
    await Promise.all(recorders.map((recorder) => recorder.record(hits.toSorted(() => Math.random() - 0.5))))
    await Promise.all(recorders.map((recorder) => recorder.close()))
    for (const link of links) {
      expect(await store.hits.countByCountry(link.id)).toEqual([{ country: 'IT', count: 100 }])
    }
  })

  it('hits do not refer to rows that another transaction rolled back', async () => {
    const store = await open({ url: await sharedDatabase() })
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
