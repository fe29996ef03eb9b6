import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount } from '../support/api.ts'
import { DATABASES, startTestServer, testEnvironment } from '../support/server.ts'

const COUNTS = `{
  shortlinkConnection { totalCount items { hitCount byCountryGraph { count } } }
  shortlinkAnalytics { totalLinks totalClicks }
}`

/** Writes the sums of visits, which are too many to make. */
async function addVisits(url: string, visits: number) {
  const statements = [
    `insert into link_hits (link_no, hits) select no, ${visits} from links`,
    `insert into hit_days (link_no, day, country, device, count) select no, 1, 'IT', 'other', ${visits} from links`,
  ]
  if (url.startsWith('sqlite:')) {
    const db = new Sqlite(url.slice('sqlite:'.length))
    for (const statement of statements) db.exec(statement)
    db.close()
  } else {
    const client = new pg.Client(url)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
}

it.each(DATABASES)('counts past 2^31 - 1 are given as 2147483647 and fail no list, on %s', async (database) => {
  const settings = await testEnvironment(database)
  const server = await startTestServer({ database, settings })
  onTestFinished(() => server.close('the test is over'))
  const account = await newAccount(server.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/") }')
  await addVisits(settings.DATABASE_URL ?? '', 3_000_000_000)
  const { data, errors } = await account.ask(COUNTS)
  expect(errors).toEqual([])
  expect(data).toEqual({
    shortlinkConnection: { totalCount: 1, items: [{ hitCount: 2147483647, byCountryGraph: [{ count: 2147483647 }] }] },
    shortlinkAnalytics: { totalLinks: 1, totalClicks: 2147483647 },
  })
})
