import type { Hit, HitId, LinkId } from '@shortlink/core'
import { rememberVisitorsFrom } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { storeAt } from '../../../../hosts/app/stores.ts'
import { newAccount } from '../../../support/api.ts'
import { startTestServer, surfaceDatabases } from '../../../support/server.ts'
import { aHit } from '../../graphql/fixture.ts'
import { keepingOpen, runInProcess } from '../in-process.ts'
import { operator, type shortlink } from '../shortlink.ts'

const WEEK = ['--from', '2026-01-05T00:00:00Z', '--to', '2026-01-12T00:00:00Z']
const ADA = ['--user', 'ada@example.com']
const OPENING = { exclusive: false, onNewer: () => {}, onWaiting: () => {}, onNotificationsLost: () => {} }

let ids = 0

/** A link `spring` that three people and a program visited within a week, the week before one person. */
async function setUp(database: 'sqlite' | 'postgres' = 'sqlite', runner: typeof shortlink = keepingOpen()) {
  const { environment, run } = await operator(database, (settings, args) => runner({ ...settings, TZ: 'UTC' }, args))
  const made = await run('link', 'create', 'https://example.com/', '--slug', 'spring', ...ADA, '--json')
  const { id } = JSON.parse(made.stdout)
  const hit = (day: number, known: Partial<Hit> = {}) =>
    aHit(id as LinkId, {
      id: String(1_700_000_000_000_000n + BigInt(ids++)) as HitId,
      at: Date.UTC(2026, 0, day, 9),
      ...known,
    })
  const inStore = async (work: (store: Store) => Promise<void>) => {
    const store = await storeAt(environment.DATABASE_URL as string).open(OPENING)
    await work(store)
    await store.close()
  }
  const record = (...hits: readonly Hit[]) => inStore((store) => store.hits.record(hits))
  const visitorsCountedFrom = (at: number) =>
    inStore((store) => rememberVisitorsFrom({ store, policy: { visits: { countsVisitors: true } } as never }, at))
  await record(
    hit(1),
    hit(5, { country: 'DE', referrer: 'https://日本.example/a', firstToday: true }),
    hit(5, { country: 'DE', referrer: 'https://news.example/', device: 'mobile' }),
    hit(7, { country: 'FR', device: 'desktop' }),
    hit(11, { country: 'DE', device: 'bot', bot: true }),
  )
  return { run, hit, record, visitorsCountedFrom }
}

describe.each(surfaceDatabases(import.meta.url))('stats on %s', (database) => {
  let run: Awaited<ReturnType<typeof setUp>>['run']
  const runner = keepingOpen(afterAll)
  beforeAll(async () => {
    ;({ run } = await setUp(database, runner))
  })

  it('charts the visits of a link, with changes and the usual breakdowns', async () => {
    const { stdout, stderr, code } = await run('stats', 'spring', ...WEEK)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toMatch(/^https:\/\/sho\.rt\/spring\n5 Jan 2026 to 11 Jan 2026, UTC\n/)
    expect(stdout).toMatch(/^Visits +4 {2}\+300 %$/m)
    expect(stdout).toMatch(/^ {2}people +3 {2}\+200 %$/m)
    expect(stdout).toMatch(/^ {2}bots +1 {2}new$/m)
    expect(stdout).toContain('Visits by day\n2 │███\n')
    expect(stdout).toMatch(/^ +5 Jan +11 Jan$/m)
    expect(stdout).toMatch(/^Country\nGermany {2}3 {3}75 % {2}█{30}\nFrance {3}1 {3}25 % {2}█{10}\n/m)
    expect(stdout).toMatch(/^Referrer\nUnknown +2 {3}50 % /m)
    expect(stdout).not.toContain('\u001b')
  })

  it('gives programs what get_analytics returns', async () => {
    const { stdout } = await run(
      'stats',
      'spring',
      ...WEEK,
      '--by',
      'Device',
      '--by',
      'HOUR_OF_DAY',
      '--by',
      'hour-of-day',
      '--json',
    )
    const sums = (hits: number, bots = 0, visitors = 0) => ({ hits, bots, visitors })
    const { series, ...counted } = JSON.parse(stdout)
    expect(counted).toEqual({
      from: '2026-01-05T00:00:00.000Z',
      to: '2026-01-12T00:00:00.000Z',
      timeZone: 'UTC',
      totals: sums(4, 1, 1),
      previous: sums(1),
      breakdowns: {
        DEVICE: {
          rows: [
            { value: 'bot', label: 'Bot', ...sums(1, 1) },
            { value: 'desktop', label: 'Desktop', ...sums(1) },
            { value: 'mobile', label: 'Mobile', ...sums(1) },
            { value: 'other', label: 'Other', ...sums(1, 0, 1) },
          ],
          other: sums(0),
        },
        HOUR_OF_DAY: { rows: [{ value: '9', label: '09:00', ...sums(4, 1, 1) }], other: sums(0) },
      },
    })
    expect(series).toHaveLength(7)
    expect(series[0]).toEqual({ at: '2026-01-05T00:00:00.000Z', ...sums(2, 0, 1) })
  })
})

describe('stats', () => {
  let run: Awaited<ReturnType<typeof setUp>>['run']
  const runner = keepingOpen(afterAll)
  beforeAll(async () => {
    ;({ run } = await setUp('sqlite', runner))
  })

  it('days of the week and hours are in the order of time, and no hour is left out', async () => {
    const { run, hit, record } = await setUp()
    await record(...Array.from({ length: 24 }, (_, hour) => hit(6, { at: Date.UTC(2026, 0, 6, hour) })))
    const { stdout } = await run('stats', 'spring', ...WEEK, '--by', 'weekday', '--by', 'hour-of-day')
    expect(stdout).toMatch(/\nWeekday\nMonday .*\nTuesday .*\nWednesday .*\nSunday .*\n\nHour of day\n00:00 /)
    expect(stdout.match(/^\d\d:00 /gm)).toEqual(
      Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00 `),
    )
  })

  it('the interval fits the range', async () => {
    const pointsOf = async (...range: string[]) =>
      JSON.parse((await run('stats', 'spring', ...range, '--json')).stdout).series.length
    const to = ['--to', '2026-01-12T00:00:00Z']
    expect(await pointsOf('--from', '2026-01-10T00:00:00Z', ...to)).toBe(48)
    expect(await pointsOf('--from', '2025-12-12T00:00:00Z', ...to)).toBe(31)
    expect(await pointsOf('--from', '2025-10-01T00:00:00Z', ...to)).toBe(15)
    expect(await pointsOf('--from', '2023-01-01T00:00:00Z', ...to)).toBe(37)
    expect(await pointsOf('--from', '2d')).toBeGreaterThanOrEqual(48)
  })

  it('labels that are long take room from the bars before they are cut', async () => {
    const { run, hit, record } = await setUp()
    const redirectedTo = `https://example.com/${'a'.repeat(30)}`
    await record(hit(6, { redirectedTo }), hit(6, { redirectedTo: `${redirectedTo}/${'b'.repeat(30)}` }))
    const { stdout } = await run('stats', 'spring', ...WEEK, '--by', 'destination')
    expect(stdout).toMatch(/^https:\/\/example\.com\/ .* {2}█{8}$/m)
    expect(stdout).toMatch(new RegExp(`^${redirectedTo} .* {2}█+$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${redirectedTo}/b+… .* {2}█+$`, 'm'))
  })

  it('a narrow terminal gets a narrow chart', async () => {
    const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns')
    Object.defineProperty(process.stdout, 'columns', { value: 30, configurable: true })
    onTestFinished(() => {
      if (columns) Object.defineProperty(process.stdout, 'columns', columns)
      else delete (process.stdout as { columns?: number }).columns
    })
    const { stdout } = await run('stats', 'spring', '--from', '2025-12-01T00:00:00Z', '--to', '2026-01-31T00:00:00Z')
    const longest = Math.max(
      ...stdout
        .split('\n')
        .slice(3)
        .map((line) => line.length),
    )
    expect(longest).toBeLessThanOrEqual(30)
    expect(stdout).toContain('Visits by 3 days')
  })

  it.each([
    [['--by', 'planet'], 64, /--by must be one of link, country, .*utm-content/],
    [['--from', 'soon'], 64, /--from must be a time such as .*1y ago/],
    [['--from', '2026-01-02', '--to', '2026-01-01'], 1, /^shortlink: --from must be before to/],
    [['--from', '9y'], 1, /1830 days/],
  ])('%j is refused with exit code %i', async (words, code, message) => {
    expect(await run('stats', 'spring', ...words)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(message),
    })
  })

  it('an unknown slug ends with exit code 1, and so does a link without an owner', async () => {
    const notFound = (what: string) => ({ code: 1, stdout: '', stderr: `shortlink: ${what} not found\n` })
    expect(await run('stats', 'winter')).toEqual(notFound('Shortlink'))
    expect(await run('stats', 'spring', '--host', 'go.example.com')).toEqual(notFound('Domain'))
    await run('link', 'create', 'https://example.com/', '--slug', 'unowned')
    expect(await run('stats', 'unowned')).toMatchObject({ code: 1, stderr: expect.stringContaining('no owner') })
  })

  it('says since when visitors are counted, if that is within the range', async () => {
    // An open service would give the first answer again.
    const { run, visitorsCountedFrom } = await setUp('sqlite', runInProcess)
    await visitorsCountedFrom(Date.UTC(2026, 0, 7, 9))
    expect((await run('stats', 'spring', ...WEEK)).stdout).toMatch(
      /^Visitors .*\nVisitors are counted since 7 Jan 2026\.$/m,
    )
    await visitorsCountedFrom(Date.UTC(2026, 0, 5))
    expect((await run('stats', 'spring', ...WEEK)).stdout).not.toContain('counted since')
  })

  it('counts visits on a running server, too', async () => {
    const server = await startTestServer()
    const account = await newAccount(server.url)
    onTestFinished(() => server.close('the test is over'))
    const { data } = await account.ask('mutation { createApiKey(label: "remote") { secret } }')
    const settings = { SHORTLINK_SERVER: server.url, SHORTLINK_KEY: data.createApiKey.secret, TZ: 'UTC' }
    const run = (...args: string[]) => runInProcess(settings, args)
    await run('link', 'create', 'https://example.com/', '--slug', 'far')
    await fetch(`${server.url}/far`, { redirect: 'manual' })
    // An answer from before the visit was stored would be given again for ten seconds.
    await expect.poll(() => account.clicks(), { timeout: 60_000 }).toBe(1)
    const { stdout } = await run('stats', 'far', '--from', '1h', '--by', 'link', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      totals: { hits: 1 },
      breakdowns: { LINK: { rows: [{ label: 'far', hits: 1 }] } },
    })
    // A job of the server stores the day soon after the start.
    const shown = async () => (await run('stats', 'far')).stdout
    await expect.poll(shown).toMatch(/^http.*\/far\n.*\nVisitors are counted since /s)
    expect(await run('stats', 'near')).toMatchObject({ code: 1, stderr: 'shortlink: Shortlink not found\n' })
    expect(await run('stats', 'far', '--from', '9y')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1830'),
    })
  })
})
