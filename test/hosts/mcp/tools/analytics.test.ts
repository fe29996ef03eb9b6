import type { Hit } from '@shortlink/core'
import { expect, it } from 'vitest'
import { aHit } from '../../graphql/fixture.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

const JANUARY = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }

async function start() {
  const { url, newUser, ports } = await openFixture()
  const { client, call, callWhole } = await connect(`${url}?toolsets=core,analytics`, (await newUser()).key)
  const { id } = await call('create_shortlink', { target: 'https://example.com', slug: 'spring', tags: ['sale'] })
  const record = (...facts: Partial<Hit>[]) =>
    ports.store.hits.record(facts.map((known) => aHit(id, { at: Date.UTC(2026, 0, 15), ...known })))
  await record({ country: 'DE' }, { country: 'DE', bot: true, device: 'bot' }, { country: 'FR' }, {})
  return { client, call, callWhole, id }
}

it('get_analytics returns totals, and a series and breakdowns if asked for', async () => {
  const { call, callWhole, id } = await start()
  const sums = (hits: number, bots = 0) => ({ hits, bots, visitors: 0 })
  expect(await call('get_analytics', JANUARY)).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    timeZone: 'UTC',
    totals: sums(4, 1),
    previous: sums(0),
    breakdowns: {},
  })
  const { structuredContent } = await callWhole('get_analytics', {
    ...JANUARY,
    linkIds: [id],
    tags: ['sale'],
    timeZone: 'Europe/Berlin',
    bots: 'EXCLUDE',
    interval: 'MONTH',
    breakdowns: ['COUNTRY', 'DEVICE', 'COUNTRY'],
    take: 1,
  })
  expect(structuredContent).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    timeZone: 'Europe/Berlin',
    totals: sums(3),
    previous: sums(0),
    series: [
      { at: '2025-12-31T23:00:00.000Z', ...sums(3) },
      { at: '2026-01-31T23:00:00.000Z', ...sums(0) },
    ],
    breakdowns: {
      COUNTRY: { rows: [{ value: 'DE', label: 'Germany', ...sums(1) }], other: sums(2) },
      DEVICE: { rows: [{ value: 'other', label: 'Other', ...sums(3) }], other: sums(0) },
    },
  })
})

it('get_analytics takes slugs in place of ids, and refuses one that names no link of the account', async () => {
  const { call } = await start()
  await call('create_shortlink', { target: 'https://example.com', slug: 'quiet' })
  const hitsOf = async (...slugs: string[]) => (await call('get_analytics', { ...JANUARY, slugs })).totals.hits
  expect(await hitsOf('spring', 'quiet')).toBe(4)
  expect(await hitsOf('quiet')).toBe(0)
  expect(await hitsOf()).toBe(0)
  expect(await call('get_analytics', { ...JANUARY, slugs: ['spring', 'summer'] })).toEqual({
    error: 'slugs: you have no link with the slug summer',
  })
})

it('get_analytics takes null as an argument that is left out', async () => {
  const { call } = await start()
  const nulls = {
    linkIds: null,
    slugs: null,
    hostname: null,
    tags: null,
    timeZone: null,
    bots: null,
    interval: null,
    breakdowns: null,
    take: null,
  }
  expect((await call('get_analytics', { ...JANUARY, ...nulls })).totals.hits).toBe(4)
})

it.each([
  [{ breakdowns: ['COUNTRY', 'OS', 'CITY', 'BROWSER', 'DEVICE'] }, 'breakdowns must have at most 4 items'],
  [{ breakdowns: ['PLANET'] }, /^breakdowns\.0 must be one of LINK, COUNTRY/],
  [{ interval: 'YEAR' }, 'interval must be one of HOUR, DAY, WEEK, MONTH'],
  [{ take: 101, breakdowns: ['OS'] }, 'take must be at most 100'],
  [{ timeZone: 'Europe/Atlantis' }, /^timeZone must be the name of an IANA time zone/],
  [{ from: 'yesterday' }, /^from must be an ISO 8601/],
  [{ slugs: ['spring'], linkIds: [] }, 'linkIds and slugs cannot be combined; send only one'],
  [{ hostname: 'go.example.com' }, 'hostname requires slugs; ids need no hostname'],
  [{ slugs: ['spring'], hostname: 'go.example.com' }, 'slugs: you have no link with the slug spring'],
  [{ series: ['DAY'] }, /^Unknown argument series/],
])('get_analytics refuses %j', async (args, error) => {
  const { call } = await start()
  expect(await call('get_analytics', args)).toEqual({
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  })
})

it('get_analytics names the interval of a series that would be too long', async () => {
  const { call } = await start()
  const asked = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', interval: 'HOUR' }
  expect((await call('get_analytics', asked)).error).toMatch(/HOUR/)
})
