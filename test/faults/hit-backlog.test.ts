import pg from 'pg'
import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startFollowers } from '../support/followers.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'
import { laterHitIsStored } from '../support/under-load.ts'

const TOKEN = 'a-token-of-16-characters'
const CREATE = 'mutation { createShortlink(target: "https://example.com/", shortlink: "busy") }'

/** Has each inserted hit take this long. */
const slowHits = (secondsPerHit: number) => `
  create function slow_hit() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(${secondsPerHit});
    return new;
  end $$;
  create trigger slow_hit before insert on hits for each row execute function slow_hit();`

// The first is stored within a statement's time limit, the second only in pieces.
it.each([
  { hits: 9898, secondsPerHit: 0.0005 },
  { hits: 3200, secondsPerHit: 0.005 },
])(
  'a backlog of $hits hits drains into a Postgres that takes $secondsPerHit s for each, and fresh hits with it, each once',
  async ({ hits, secondsPerHit }) => {
    const environment = await testEnvironment('postgres', { METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' })
    const server = await spawnServer(environment)
    const account = await newAccount(server.url)
    await account.ask(CREATE)
    const figure = async (name: string) => {
      const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await response.text())?.[1])
    }
    const follow = async (times: number) => {
      const visitors = startFollowers(server.url, 'busy', { visitors: 16, pause: 0 })
      await expect.poll(() => visitors.followed.length, { interval: 5 }).toBeGreaterThanOrEqual(times)
      await visitors.stop()
      expect(visitors.followed.filter(({ status }) => status !== 302)).toEqual([])
      return visitors.followed.length
    }

    const other = new pg.Client(environment.DATABASE_URL)
    await other.connect()
    await other.query('begin; lock table hits in access exclusive mode')
    let due = await follow(hits)
    await expect.poll(() => figure('shortlink_hits_oldest_seconds')).toBeGreaterThan(1)
    await other.query(slowHits(secondsPerHit))
    await other.query('commit')
    await other.end()
    due += await follow(20)

    await expect.poll(() => account.clicks(), { timeout: 120_000, interval: 500 }).toBeGreaterThanOrEqual(due)
    await expect.poll(() => figure('shortlink_hits_oldest_seconds')).toBe(0)
    await laterHitIsStored(server.url)
    expect(await account.clicks()).toBe(due)
    expect(await figure('shortlink_hits_refused_total')).toBe(0)
    expect(await figure('shortlink_hits_dropped_total')).toBe(0)
  },
)
