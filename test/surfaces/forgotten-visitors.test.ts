import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analytics, onBehalfOf, resolveLink } from '@shortlink/core'
import { visitorsFrom } from '@shortlink/core/host'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { showBatchesAsRows } from '../../adapters/sqlite/hits/batched-visitors.ts'
import { linkAt, openMovable, runJobs } from '../support/movable-service.ts'
import { testEnvironment } from '../support/server.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 2, 10, 12)

const VISITS = 100
const IPS = Array.from({ length: 10 }, (_, n) => `198.51.100.${101 + n}`)
const ADDRESSES = IPS.map((ip) => Buffer.from(ip))

describe('analytics (c): what visitors are counted by', () => {
  it('100 visits of 10 people are 10 visitors a day, and two days later no salt, hash or whole address is in any file', async () => {
    const settings = await testEnvironment('sqlite', { IP_ANONYMIZE: 'true' })
    const service = await openMovable(settings, NOON)
    const folder = settings.DATA_DIR as string
    await visitOnTwoDays(service)
    await expectTenVisitorsEachDay(service)

    const secrets = storedSecrets(folder)
    expect(secrets).toHaveLength(2 + 20)
    expect(found(folder, secrets)).toHaveLength(secrets.length)
    await forget(service)
    expect(found(folder, secrets)).toEqual([])
    expect(found(folder, ADDRESSES)).toEqual([])
  })

  it('100 visits of 10 people are 10 visitors a day on Postgres, and two days later no salt or whole address is in a file of the database and no hash in a row', async () => {
    const settings = await testEnvironment('postgres', { IP_ANONYMIZE: 'true' })
    const service = await openMovable(settings, NOON)
    await visitOnTwoDays(service)
    await expectTenVisitorsEachDay(service)
    const client = new pg.Client(settings.DATABASE_URL)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ salt: string }>('select salt from visitor_salts')
    const salts = rows.map(({ salt }) => Buffer.from(salt))
    const folder = await client.query<{ name: string }>(`
      select current_setting('data_directory') || '/base/' || oid as name from pg_database where datname = current_database()`)
    const stored = async (wanted: readonly Buffer[]) => {
      await client.query('checkpoint')
      return found(folder.rows[0]?.name ?? '', wanted)
    }
    const hashes = async () => (await client.query('select 1 from hit_visitors')).rowCount
    // As Postgres does by itself: it keeps samples of columns.
    await client.query('analyze visitor_salts')
    expect(salts).toHaveLength(2)
    expect(await stored(salts)).toEqual(salts)
    expect(await hashes()).toBe(20)
    // A backup, for instance, whose snapshot holds the removed rows.
    const reader = new pg.Client(settings.DATABASE_URL)
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('begin isolation level repeatable read')
    await reader.query('select 1')
    const forgotten = forget(service)
    await expect.poll(async () => (await client.query('select 1 from visitor_salts')).rowCount).toBe(0)
    await reader.query('commit')
    await forgotten
    // The job gives up after some tries when a reader takes long; its next run goes on.
    await forget(service)
    expect(await stored([...salts, ...ADDRESSES])).toEqual([])
    expect(await hashes()).toBe(0)
  })
})

type Service = Awaited<ReturnType<typeof openMovable>>

/** Ten visits a day of each of ten people. */
async function visitOnTwoDays(service: Service) {
  const { id, slug } = await linkAt(service, 'counted')
  // A job at the start stores it.
  await expect.poll(() => visitorsFrom(service.ports)).toBe(NOON - 12 * HOUR)
  for (const day of [0, 1]) {
    service.clock.time = NOON + day * DAY
    for (let n = 0; n < VISITS; n += 1) {
      service.clock.time += 1000
      await resolveLink(service.ports, '', slug, visitorOf(IPS[n % 10] as string, n))
    }
    await service.ports.hitRecorder.flushed()
  }
  // On a slow machine the disk is enough for a flush.
  const hitCount = async () => (await service.ports.store.links.find(id))?.hitCount
  await expect.poll(hitCount).toBe(2 * VISITS)
}

async function expectTenVisitorsEachDay({ app, owner }: Service) {
  const asked = { from: new Date(NOON - DAY).toISOString(), series: ['DAY'] }
  const answer = (await app.run(analytics, onBehalfOf(owner), asked))._unsafeUnwrap()
  expect(answer.series[0]?.points.filter(({ hits }) => hits > 0)).toMatchObject([
    { hits: VISITS, visitors: 10 },
    { hits: VISITS, visitors: 10 },
  ])
  expect(answer.visitorsFrom).toBe(NOON - 12 * HOUR)
}

async function forget(service: Service) {
  service.clock.time = NOON + 3 * DAY
  await runJobs(service, 'counted')
}

const visitorOf = (ip: string, n: number) => ({
  ip,
  userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/14${IPS.indexOf(ip)}.0`,
  referrer: null,
  acceptLanguage: null,
  query: n % 2 === 0 ? '' : 'a=b',
  counts: true,
  isPrivate: false,
})

/** The salts and hashes as they are stored. */
function storedSecrets(folder: string): Buffer[] {
  const db = new SqliteDatabase(join(folder, 'shortlink.db'), { readonly: true })
  try {
    const salts = db.prepare<[], string>('select salt from visitor_salts').pluck().all()
    showBatchesAsRows(db)
    const hashes = db.prepare<[], bigint>('select visitor from hit_visitors').safeIntegers().pluck().all()
    return [...salts.map((salt) => Buffer.from(salt)), ...hashes.map(bytesOf)]
  } finally {
    db.close()
  }
}

/** As batches of visitors have it. */
function bytesOf(hash: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(hash)
  return bytes
}

/** Those of the byte strings that are in a file of the folder. */
const found = (folder: string, wanted: readonly Buffer[]) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
  return wanted.filter((bytes) => contents.some((content) => content.includes(bytes)))
}
