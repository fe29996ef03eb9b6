import { expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { runSql } from '../support/run-sql.ts'
import { scale } from '../support/scale.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const LINKS = scale(200_000)
const ROUNDS = 15
/** Words to search for, which together keep every reader busy unless they take turns. */
const WORDS = ['ant', 'bee', 'cat', 'doe', 'elk', 'fly', 'gnu', 'hen']
const SEARCHES = WORDS.map((word) => `{ shortlinkConnection(search: "zebra ${word}") { totalCount items { id } } }`)
const COUNTS = `{ ${Array.from({ length: 15 }, (_, n) => `count${n}: shortlinkConnection(take: 1) { totalCount }`)} }`
const COUNTRIES = '{ shortlinkConnection(take: 10) { items { byCountryGraph { count } } } }'
const LIST = '{ shortlinkConnection(take: 50) { totalCount items { id shortlink target title hitCount } } }'
const CREATE = 'mutation { createShortlink(target: "https://example.com/") }'
/** How many of each search an owner has under way at any time. */
const TIMES = 3

it.each(DATABASES)(
  'two owners of 200,000 links who search for eight words and count 15 times, again and again, delay no other user’s lists, creates, cold redirects and visits by country on %s',
  async (database) => {
    const environment = await testEnvironment(database)
    const { url } = await spawnServer(environment)
    const [owner, another, neighbour] = [await newAccount(url), await newAccount(url), await newAccount(url)]
    await insertLinks(environment.DATABASE_URL ?? '', owner, LINKS, 'big')
    await insertLinks(environment.DATABASE_URL ?? '', another, LINKS, 'large')
    await insertLinks(environment.DATABASE_URL ?? '', neighbour, 50 + ROUNDS, 'cold')

    const searches = [startSearches(owner), startSearches(another)]
    const underWay = searches.length * TIMES * (SEARCHES.length + 1)
    const answered = () => searches.reduce((sum, { answered }) => sum + answered(), 0)
    await expect.poll(answered).toBeGreaterThan(0)

    const waitedFor = { list: [], create: [], redirect: [], countries: [] } as Record<string, number[]>
    /** Makes a call, and counts the searches that are answered before it. */
    async function count(name: string, call: Promise<void>) {
      const already = answered()
      await call
      waitedFor[name]?.push(answered() - already)
    }
    const ask = async (query: string) => expect((await neighbour.ask(query)).errors).toEqual([])
    const visit = async (slug: string) => expect((await follow(url, slug)).status).toBe(302)
    for (let round = 0; round < ROUNDS; round += 1) {
      await count('list', ask(LIST))
      await count('create', ask(CREATE))
      await count('redirect', visit(`cold-${round}`))
      await count('countries', ask(COUNTRIES))
    }
    await Promise.all(searches.map(({ stop }) => stop()))

    // First come, first served would answer all that are under way.
    for (const [name, counts] of Object.entries(waitedFor)) expect(median(counts), name).toBeLessThan(underWay / 3)
  },
)

/** Searches for what no link has, with as many searches under way at any time. */
function startSearches({ ask }: Account) {
  let answered = 0
  let isOver = false
  async function search(query: string) {
    while (!isOver) if ((await ask(query)).data) answered += 1
  }
  const running = Array.from({ length: TIMES }, () => [...SEARCHES, COUNTS].map(search)).flat()
  return {
    /** How many were answered so far; others may have been refused. */
    answered: () => answered,
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

const median = (counts: readonly number[]) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0

/** Inserts links of an account beside the server: `<prefix>-0`, `<prefix>-1` and so on. */
async function insertLinks(databaseUrl: string, { id }: Account, count: number, prefix: string) {
  const [slug, target, title] = [`'${prefix}-' || n`, `'https://example.com/articles/' || n`, `'Headline ' || n`]
  await runSql(
    databaseUrl,
    `
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
    insert into links (id, hostname, namespace, slug, target, title, owner, enable_tracking, rules, earlier_hits, created_at,
      slug_folded, target_folded, title_folded)
    select ${slug}, '', '', ${slug}, ${target}, ${title}, '${id}', 1, '[]', 0, 1760000000000 + n,
      ${slug}, ${target}, lower(${title})
    from numbers`,
  )
}
