import { DAY_MS } from '@shortlink/core/host'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect } from 'vitest'
import { showBatchesAsRows } from '../../adapters/sqlite/hits/batched-visitors.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { ask, type newAccount } from './api.ts'

/** Query for wrong counts of a link on a day, or of a link. */
const WRONG = `
  with raw (link_no, day, hits, visitors) as (
    select link_no, at / 86400000, count(*), count(case when fresh = 1 then 1 end) from hits group by link_no, at / 86400000
  ), kept (link_no, day, hits, visitors) as (
    select link_no, day, sum(count), sum(visitors) from hit_days group by link_no, day
  ), seen (link_no, day, visitors) as (select link_no, day, count(*) from hit_visitors group by link_no, day)
  select kept.*, raw.hits as raw_hits, raw.visitors as raw_visitors, seen.visitors as seen from kept
  left join raw on raw.link_no = kept.link_no and raw.day = kept.day
  left join seen on seen.link_no = kept.link_no and seen.day = kept.day
  where kept.hits <> coalesce(raw.hits, 0) or kept.visitors <> coalesce(raw.visitors, 0)
    or kept.visitors <> coalesce(seen.visitors, 0)
  union all
  select link_no, null, hits, null, (select count(*) from hits where hits.link_no = link_hits.link_no), null, null from link_hits
  where hits <> (select count(*) from hits where hits.link_no = link_hits.link_no)
    or hits <> (select sum(count) from hit_days where hit_days.link_no = link_hits.link_no)`

type Account = Awaited<ReturnType<typeof newAccount>>

/** Expects that `doctor` finds no error, and that analytics counts as many visits as the links do. */
export async function expectSound(environment: Record<string, string>, url: string, account: Account) {
  // Purged visits have no time except their day, and count at its noon.
  const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS
  const to = new Date(tomorrow).toISOString()
  const { data } = await ask(url, `{ analytics(filter: { to: "${to}" }) { totals { hits } } }`, {}, account.headers)
  expect(data.analytics.totals.hits).toBe(await account.clicks(url))
  const doctor = await runInProcess({ ...environment, BASE_URL: 'http://localhost:3000' }, ['doctor'])
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('all counts match') })
}

/**
 * Expects that counts of links and days match the hits, that visitor counts match the visitors, and that the total equals the given number
 * of visitors.
 */
export async function expectExactSums(databaseUrl: string, { visitors }: { readonly visitors: number }) {
  const { wrong, seen } = databaseUrl.startsWith('sqlite:')
    ? fromSqlite(databaseUrl.slice('sqlite:'.length))
    : await fromPostgres(databaseUrl)
  expect(wrong).toEqual([])
  expect(Number(seen)).toBe(visitors)
}

/** Query for the visitors of one day, in case the test runs across midnight. */
const SEEN = 'select max(visitors) as seen from (select sum(visitors) as visitors from hit_days group by day) as days'

function fromSqlite(file: string) {
  const db = new Sqlite(file, { readonly: true })
  try {
    showBatchesAsRows(db)
    return { wrong: db.prepare(WRONG).all(), seen: db.prepare(SEEN).pluck().get() }
  } finally {
    db.close()
  }
}

async function fromPostgres(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: wrong } = await client.query(WRONG)
    const { rows } = await client.query<{ seen: string }>(SEEN)
    return { wrong, seen: rows[0]?.seen }
  } finally {
    await client.end()
  }
}
