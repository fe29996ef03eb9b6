import { once } from 'node:events'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { scale } from '../support/scale.ts'
import { DATABASES, type ServerProcess, spawnServer, testEnvironment } from '../support/server.ts'

const LINKS = scale(100_000)
/** Of one link; as many again are spread over the others. */
const HITS_OF_ONE = scale(500_000)
const BUSIEST = `doomed-${LINKS / 2}`
const ROUNDS = 10
const CREATE = 'mutation ($slug: String) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
const TAKEN = 'Slug already exists'
const LIST = '{ shortlinkConnection(take: 20) { items { id } } }'

/** Statements that give an account its links and hits; they run on both databases. */
const fill = (owner: string) => [
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${LINKS})
   insert into links (id, hostname, namespace, slug, target, owner, enable_tracking, rules, earlier_hits, created_at,
     slug_folded, target_folded)
   select 'link-' || n, '', '', 'doomed-' || n, 'https://example.com/', '${owner}', 1, '[]', 0, 1760000000000 + n,
     'doomed-' || n, 'https://example.com/' from numbers`,
  `insert into hit_agents (digest, device, bot) values ('of the fill', 'desktop', 0)`,
  `insert into hit_places (digest) values ('of the fill')`,
  `insert into hit_destinations (digest, link_no, url) select 'of ' || no, no, target from links where owner = '${owner}'`,
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5)
   insert into hits (id, at, link_no, agent_no, place_no, destination_no, ip)
   select n * 1000000 + link_no, 1760000000000, link_no, (select max(no) from hit_agents), (select max(no) from hit_places),
     no, '203.0.113.7' from hit_destinations cross join numbers where digest like 'of %'`,
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${HITS_OF_ONE})
   insert into hits (id, at, link_no, agent_no, place_no, destination_no, ip)
   select 10000000 + n, 1760000000000, links.no, 1, 1, 1, '203.0.113.7' from links cross join numbers where slug = '${BUSIEST}'`,
  `insert into link_hits (link_no, hits) select link_no, count(*) from hits where id < 20000000 group by link_no`,
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5)
   insert into hit_days (link_no, day, country, device, count)
   select link_no, n, 'FR', 'desktop', hits / 5 from link_hits cross join numbers
   where link_no in (select no from links where owner = '${owner}')`,
  'analyze',
]

const OF_LINKS = ['links', 'hits', 'link_hits', 'hit_days', 'hit_destinations'] as const
const WAITING = ['deleted_accounts', 'deleted_links', 'deleted_webhooks'] as const

/** Runs the statements, and returns the only value of each that has one. */
async function run(url: string, statements: readonly string[]): Promise<number[]> {
  if (url.startsWith('sqlite:')) {
    const db = new Sqlite(url.slice('sqlite:'.length), { timeout: 60_000 })
    try {
      return statements.map((sql) => {
        const statement = db.prepare<[], number>(sql)
        return statement.reader ? (statement.pluck().get() ?? 0) : statement.run().changes
      })
    } finally {
      db.close()
    }
  }
  const client = new pg.Client(url)
  await client.connect()
  try {
    const values = []
    for (const sql of statements) values.push(Number(Object.values((await client.query(sql)).rows[0] ?? {})[0]))
    return values
  } finally {
    await client.end()
  }
}

async function rowsOf(url: string, tables: readonly string[]): Promise<Record<string, number>> {
  const counts = await run(
    url,
    tables.map((table) => `select count(*) from ${table}`),
  )
  return Object.fromEntries(tables.map((table, index) => [table, counts[index] ?? 0]))
}

type Account = Awaited<ReturnType<typeof newAccount>>

/** What another user does, again and again, while a link of his is visited; gives how many visits there were. */
async function use({ url }: ServerProcess, user: Account, slug: string) {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of [CREATE, LIST]) expect((await user.ask(query)).errors).toEqual([])
    expect((await follow(url, slug)).status).toBe(302)
  }
  return ROUNDS
}

async function kill({ process }: ServerProcess) {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

describe.each(DATABASES)('the deletion of an account with 100,000 links and a million hits, on %s', (database) => {
  it('is answered at once, makes other users wait little, and ends complete after two kills', async () => {
    const environment = await testEnvironment(database)
    const url = environment.DATABASE_URL ?? ''
    const hitsLeft = async () => (await rowsOf(url, ['hits'])).hits ?? 0
    let server = await spawnServer(environment)
    const [leaver, neighbour] = [await newAccount(server.url), await newAccount(server.url)]
    await neighbour.ask(CREATE, { slug: 'stays' })
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    const before = await rowsOf(url, OF_LINKS)
    await run(url, fill(leaver.id))

    server = await spawnServer(environment)
    expect((await follow(server.url, 'doomed-7')).status).toBe(302)
    expect(await leaver.ask('mutation { deleteAccount }')).toMatchObject({ data: { deleteAccount: true }, errors: [] })
    expect(await hitsLeft()).toBeGreaterThan(HITS_OF_ONE)
    for (const slug of ['doomed-7', BUSIEST, `doomed-${LINKS}`])
      expect((await follow(server.url, slug)).status).toBe(404)
    expect((await neighbour.ask(CREATE, { slug: `doomed-${LINKS}` })).errors).toMatchObject([{ message: TAKEN }])
    const visits = await use(server, neighbour, 'stays')
    // Others were answered long before the deletion is done; `npm run bench -- --only removal` measures how long they wait.
    expect(await hitsLeft()).toBeGreaterThan(HITS_OF_ONE / 2)
    await expect.poll(() => neighbour.clicks()).toBe(visits)

    for (let killed = 0; killed < 2; killed += 1) {
      await kill(server)
      const left = await rowsOf(url, OF_LINKS)
      server = await spawnServer(environment)
      await expect.poll(hitsLeft, { interval: 20 }).toBeLessThan(left.hits ?? 0)
    }
    await expect
      .poll(() => rowsOf(url, WAITING), { timeout: 600_000, interval: 200 })
      .toEqual({ deleted_accounts: 0, deleted_links: 0, deleted_webhooks: 0 })
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    const after = await rowsOf(url, OF_LINKS)
    expect(after).toMatchObject({ hits: (before.hits ?? 0) + visits, link_hits: 1, hit_destinations: 1 })
    // Two when the test ran through midnight.
    expect([1, 2]).toContain(after.hit_days)
    const left = await run(url, [
      `select count(*) from links where owner = '${leaver.id}'`,
      `select count(*) from links where slug like 'doomed-%' and deleted_at is not null`,
    ])
    expect(left).toEqual([0, LINKS])
  })
})
