import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { runSql } from '../support/run-sql.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const LINKS = 200_000
const SEARCHES_PER_SECOND = 5
const ROUNDS = 30
/** Words to search for, which together keep every reader busy unless they take turns. */
const WORDS = ['ant', 'bee', 'cat', 'doe', 'elk', 'fly', 'gnu', 'hen']
const SEARCHES = WORDS.map((word) => `{ shortlinkConnection(search: "zebra ${word}") { totalCount items { id } } }`)
const COUNTS = `{ ${Array.from({ length: 15 }, (_, n) => `count${n}: shortlinkConnection(take: 1) { totalCount }`)} }`
const COUNTRIES = '{ shortlinkConnection(take: 10) { items { byCountryGraph { count } } } }'
const LIST = '{ shortlinkConnection(take: 50) { totalCount items { id shortlink target title hitCount } } }'
const CREATE = 'mutation { createShortlink(target: "https://example.com/") }'

it.each(DATABASES)(
  'two owners of 200,000 links who search for eight words and count 15 times, five times a second, delay no other user’s lists, creates, cold redirects and visits by country on %s',
  async (database) => {
    const environment = await testEnvironment(database)
    const { url } = await spawnServer(environment)
    const [owner, another, neighbour] = [await newAccount(url), await newAccount(url), await newAccount(url)]
    await insertLinks(environment.DATABASE_URL ?? '', owner, LINKS, 'big')
    await insertLinks(environment.DATABASE_URL ?? '', another, LINKS, 'large')
    await insertLinks(environment.DATABASE_URL ?? '', neighbour, 50 + 2 * ROUNDS, 'cold')

    const quiet = await timesOf(url, neighbour, 0)
    const searches = [startSearches(owner), startSearches(another)]
    const beside = await timesOf(url, neighbour, ROUNDS)
    const answered = await Promise.all(searches.map(({ stop }) => stop()))

    expect(Math.min(...answered)).toBeGreaterThan(0)
    const bound = (quietMs: number) => 4 * quietMs + 40
    expect(beside.list).toBeLessThan(bound(quiet.list))
    expect(beside.create).toBeLessThan(bound(quiet.create))
    expect(beside.redirect).toBeLessThan(bound(quiet.redirect))
    expect(beside.countries).toBeLessThan(bound(quiet.countries))
  },
)

/** Medians of what a neighbour does, in milliseconds. Each redirect is of a link that was not visited before. */
async function timesOf(url: string, { ask }: Account, firstCold: number) {
  const times = { list: [] as number[], create: [] as number[], redirect: [] as number[], countries: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.list.push(await timed(async () => expect((await ask(LIST)).errors).toEqual([])))
    times.create.push(await timed(async () => expect((await ask(CREATE)).errors).toEqual([])))
    const slug = `cold-${firstCold + round}`
    times.redirect.push(await timed(async () => expect((await follow(url, slug)).status).toBe(302)))
    times.countries.push(await timed(async () => expect((await ask(COUNTRIES)).errors).toEqual([])))
    await sleep(20)
  }
  return {
    list: median(times.list),
    create: median(times.create),
    redirect: median(times.redirect),
    countries: median(times.countries),
  }
}

/** Searches for what no link has, whether or not earlier searches were answered. */
function startSearches({ ask }: Account) {
  const running: Promise<unknown>[] = []
  let answered = 0
  // The server may be gone already when the test fails.
  const send = (query: string) => ask(query).catch(() => undefined)
  const search = async (query: string) => {
    if ((await send(query))?.data) answered += 1
  }
  const searchAll = () => running.push(...SEARCHES.map(search), send(COUNTS))
  const timer = setInterval(searchAll, 1000 / SEARCHES_PER_SECOND)
  onTestFinished(() => clearInterval(timer))
  return {
    /** Returns how many were answered; the others were refused. */
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return answered
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

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
