import { systemTimeZones } from '@shortlink/adapters/system'
import { type AnalyticsInterval, analytics, createApp } from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

/** Starts of the points of a series. */
async function points(timeZone: string, interval: AnalyticsInterval, from: string, to: string): Promise<string[]> {
  const ports = testPorts({ timeZones: systemTimeZones })
  const answer = await createApp(ports).run(analytics, await newUser(ports), { timeZone, from, to, series: [interval] })
  const [series] = answer._unsafeUnwrap().series
  return (series?.points ?? []).map(({ at }) => new Date(at).toISOString().slice(0, 16))
}

it('the day that Samoa skipped has no point', async () => {
  expect(await points('Pacific/Apia', 'DAY', '2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z')).toEqual([
    '2011-12-29T10:00',
    '2011-12-30T10:00',
    '2011-12-31T10:00',
  ])
})

it('an hour that the clock repeats has two points, and one that it skips has none', async () => {
  expect(await points('Europe/Berlin', 'HOUR', '2026-10-25T00:00:00Z', '2026-10-25T03:00:00Z')).toEqual([
    '2026-10-25T00:00',
    '2026-10-25T01:00',
    '2026-10-25T02:00',
  ])
  expect(await points('Europe/Berlin', 'HOUR', '2026-03-29T00:30:00Z', '2026-03-29T02:30:00Z')).toEqual([
    '2026-03-29T00:00',
    '2026-03-29T01:00',
    '2026-03-29T02:00',
  ])
})

it('a change by half an hour makes hours of half the length', async () => {
  expect(await points('Australia/Lord_Howe', 'HOUR', '2026-04-04T14:00:00Z', '2026-04-04T17:00:00Z')).toEqual([
    '2026-04-04T14:00',
    '2026-04-04T15:00',
    '2026-04-04T15:30',
    '2026-04-04T16:30',
  ])
  expect(await points('Australia/Lord_Howe', 'HOUR', '2026-10-03T15:00:00Z', '2026-10-03T16:45:00Z')).toEqual([
    '2026-10-03T14:30',
    '2026-10-03T15:30',
    '2026-10-03T16:00',
  ])
})

it('hours of a zone of :45 start at a quarter past', async () => {
  expect(await points('Asia/Kathmandu', 'HOUR', '2026-05-01T00:00:00Z', '2026-05-01T01:30:00Z')).toEqual([
    '2026-04-30T23:15',
    '2026-05-01T00:15',
    '2026-05-01T01:15',
  ])
})

it('weeks start on Monday and months on their first day, before the range if it starts within', async () => {
  expect(await points('UTC', 'WEEK', '2026-01-01T00:00:00Z', '2026-01-12T00:00:00Z')).toEqual([
    '2025-12-29T00:00',
    '2026-01-05T00:00',
  ])
  expect(await points('America/New_York', 'MONTH', '2026-01-31T12:00:00Z', '2026-04-01T04:00:00Z')).toEqual([
    '2026-01-01T05:00',
    '2026-02-01T05:00',
    '2026-03-01T05:00',
  ])
})

it('a day that starts an hour late starts when its first hour does', async () => {
  expect(await points('Africa/Cairo', 'DAY', '2026-04-23T12:00:00Z', '2026-04-25T12:00:00Z')).toEqual([
    '2026-04-22T22:00',
    '2026-04-23T22:00',
    '2026-04-24T21:00',
  ])
})
