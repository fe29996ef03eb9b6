/**
 * Measures the stores: hits recorded a second, bytes a hit takes on disk, and lists and searches among many links.
 * Run with `npm run bench:stores -- sqlite:FILE` or `postgres://…`, on a database that is empty; `hits` after it leaves the reads out.
 */
import { statSync } from 'node:fs'
import { openPostgresHits, openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteHits, openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Hit, HitId, Hits, Link, LinkId, Store, UserId } from '@shortlink/core'
import Database from 'better-sqlite3'
import { okAsync, ResultAsync } from 'neverthrow'
import pg from 'pg'

const LINKS = 200_000
const HITS = 200_000
const OWNER = 'the-owner' as UserId
let sequence = 0n

/** Every twentieth link is the owner's, the others a thousand people's. */
const seed = `
  with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${LINKS})
  insert into links (id, hostname, namespace, slug, target, title, owner, enable_tracking, rules, earlier_hits, created_at,
    slug_folded, target_folded, title_folded)
  select 'id-' || cast(10000000 + n as text), '', '', 's-' || cast(10000000 + n as text),
    'https://www.example.com/articles/2026/' || cast(n as text) || '/a-headline-of-some-length?utm_source=newsletter',
    'Headline number ' || cast(n as text) || ' of the autumn campaign',
    case when n % 20 = 0 then '${OWNER}' else 'owner-' || cast(n % 1000 as text) end, 1, '[]', 0, 1760000000000 + n,
    's-' || cast(10000000 + n as text),
    'https://www.example.com/articles/2026/' || cast(n as text) || '/a-headline-of-some-length?utm_source=newsletter',
    'headline number ' || cast(n as text) || ' of the autumn campaign'
  from numbers`

interface Target {
  readonly store: Store
  readonly hits: Pick<Hits, 'record'> & { close(): Promise<void> }
  size(): Promise<number>
  run(sql: string): Promise<void>
}

const url = process.argv[2] ?? 'sqlite:/tmp/bench.db'
const target = url.startsWith('sqlite:') ? await sqlite(url.slice(7)) : await postgres(url)
const links = makeLinks()
await target.run(seed)
await measure('insert 1,000 links in one transaction', () => insertLinks(target.store, links.splice(LINKS)))
if (!process.argv.includes('hits')) await benchReads(target.store)
for (const batch of [1000, 4000]) await benchHits(target, batch)
await target.hits.close()
await target.store.close()

async function sqlite(file: string): Promise<Target> {
  const store = await openSqliteStore({ file })
  const db = new Database(file)
  return {
    store,
    hits: openSqliteHits({ file }),
    size: async () => statSync(file).size,
    run: async (sql) => void db.exec(sql),
  }
}

async function postgres(url: string): Promise<Target> {
  const store = await openPostgresStore({ url })
  const client = new pg.Client(url)
  const size = async () => {
    await client.query('checkpoint')
    const { rows } = await client.query('select pg_database_size(current_database()) as size')
    return Number(rows[0].size)
  }
  await client.connect()
  const hits = openPostgresHits({ url })
  return {
    store,
    hits: { ...hits, close: () => Promise.all([hits.close(), client.end()]).then(() => {}) },
    size,
    run: async (sql) => void (await client.query(sql)),
  }
}

/** The links as `seed` makes them in the database, and a thousand more. */
function makeLinks(): Link[] {
  return Array.from({ length: LINKS + 1000 }, (_, n) => ({
    id: `id-${10_000_000 + n}` as LinkId,
    hostname: '',
    slug: `s-${10_000_000 + n}`,
    target: `https://www.example.com/articles/2026/${n}/a-headline-of-some-length?utm_source=newsletter`,
    title: `Headline number ${n} of the autumn campaign`,
    owner: OWNER,
    enableTracking: true,
    rules: [],
    hitCount: 0,
    disabled: false,
    createdAt: 1_760_000_000_000 + n,
  }))
}

async function insertLinks(store: Store, links: readonly Link[]) {
  await store.atomic(
    (store) =>
      new ResultAsync(
        (async () => {
          for (const link of links) await store.atomic((store) => store.links.insert(link))
          return okAsync(0)
        })(),
      ),
  )
}

async function benchReads({ links, hits }: Store) {
  const page = { skip: 0, take: 20 }
  await median('list, first page and count', () => links.list(OWNER, page))
  await median('list, page at 9,000', () => links.list(OWNER, { skip: 9000, take: 20 }))
  await median('search, rare', () => links.list(OWNER, { ...page, search: 'NUMBER 19' }))
  await median('search, nothing found', () => links.list(OWNER, { ...page, search: 'zebra' }))
  await median('search, owner of 200', () => links.list('owner-1' as UserId, { ...page, search: 'zebra' }))
  await median('totals', () => links.totals(OWNER, 10))
  await median('by slug', () => links.findBySlug('', 's-10000100'))
  await median('hits by country, none', () => hits.countByCountry('x' as LinkId))
}

async function benchHits({ store, hits, size }: Target, batch: number) {
  const before = await size()
  const made = Array.from({ length: HITS }, makeHit)
  const start = performance.now()
  const cpu = process.cpuUsage()
  for (let from = 0; from < HITS; from += batch) await hits.record(made.slice(from, from + batch))
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  await store.ping()
  console.log(`record, batches of ${batch}: ${Math.round(HITS / seconds)} hits/s`)
  console.log(`hits a second of this process's CPU: ${Math.round(HITS / ((user + system) / 1e6))}`)
  console.log(`bytes a hit, all tables: ${Math.round(((await size()) - before) / HITS)}`)
}

/** Visits as they come: few links get most, agents and places repeat. */
function makeHit(): Hit {
  const link = links[Math.floor(LINKS * Math.random() ** 8)] as Link
  const at = Date.now()
  const agent = Math.floor(300 * Math.random() ** 2)
  const country = ['IT', 'DE', 'US', 'FR', 'JP', null][Math.floor(6 * Math.random() ** 2)] ?? null
  return {
    id: hitId(at),
    link: link.id,
    at,
    ip: `${1 + Math.floor(Math.random() * 220)}.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}.7`,
    type: 'IPv4',
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${agent}.0.0.0 Safari/537.36`,
    referrer: Math.random() < 0.5 ? `https://site${Math.floor(100 * Math.random())}.example/` : null,
    rule: null,
    redirectedTo: link.target,
    country,
    continent: country && 'EU',
    region: null,
    city: null,
    postal: null,
    timezone: null,
    isp: null,
    browser: { name: 'Chrome', version: `${agent}.0` },
    os: { name: 'Windows', version: '10' },
    device: Math.random() < 0.6 ? 'desktop' : 'mobile',
    bot: false,
  }
}

function hitId(at: number): HitId {
  sequence = (sequence + 1n) % 2n ** 22n
  return ((BigInt(at) << 22n) + sequence).toString() as HitId
}

async function measure(name: string, work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  console.log(`${name}: ${(performance.now() - start).toFixed(1)} ms`)
}

async function median(name: string, work: () => Promise<unknown>) {
  const times: number[] = []
  for (let n = 0; n < 31; n++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  console.log(`${name}: ${times.sort((a, b) => a - b)[15]?.toFixed(2)} ms`)
}
