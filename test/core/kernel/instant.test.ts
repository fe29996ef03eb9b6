import { createApp, createLink } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'

async function startingAt(startsAt: string) {
  const ports = testPorts()
  return createApp(ports).run(createLink, await newUser(ports), { target, startsAt })
}

describe('an instant that a caller gives', () => {
  it.each([
    ['2030-01-31T12:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T13:15+01:00', '2030-01-31T12:15:00.000Z'],
    ['2030-01-31T12:00:00+0200', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31T12:00:00+02', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31T24:00:00Z', '2030-02-01T00:00:00.000Z'],
    ['2030-01-31t12:00:00z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31 12:00:00-05:30', '2030-01-31T17:30:00.000Z'],
    ['2030-01-31T12:00:00.123456789Z', '2030-01-31T12:00:00.123Z'],
    ['2030-01-31T12:00:00,5Z', '2030-01-31T12:00:00.500Z'],
    ['2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
  ])('may be %s', async (given, meant) => {
    expect((await startingAt(given))._unsafeUnwrap().startsAt).toBe(Date.parse(meant))
  })

  it.each([
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-02-30T00:00:00Z',
    '2030-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-00-01T00:00:00Z',
    '2030-01-31T25:00:00Z',
    '2030-01-31T24:00:01Z',
    '2030-01-31T12:00:00+1:00',
    'tomorrow',
    '',
  ])('cannot be %j', async (given) => {
    expect((await startingAt(given))._unsafeUnwrapErr()).toMatchObject({
      message: 'startsAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z',
    })
  })

  it.each(['2030-01-31T12:00:00 01:00', '2030-01-31T12:00 0100', '2030-01-31 12:00:00 01'])(
    'explains that a URL lacks the plus in %j',
    async (given) => {
      expect((await startingAt(given))._unsafeUnwrapErr()).toMatchObject({
        message: 'startsAt has a space instead of the + of its time zone; write + as %2B in a URL',
      })
    },
  )
})
