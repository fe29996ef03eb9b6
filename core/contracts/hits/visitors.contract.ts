import { describe, expect, it } from 'vitest'
import { type Agent, CONTINENTS, type Place, type Software } from '../../hits/hit.ts'
import type { Visitors } from '../../hits/hits.port.ts'
import { ODD_TEXTS } from '../samples.ts'

export interface VisitorsFixture {
  readonly visitors: Visitors
  /** IP addresses in the data, with some of their facts. */
  readonly places?: Readonly<Record<string, Partial<Place>>>
  /** Recognized user agents, with some of their facts. */
  readonly agents?: Readonly<Record<string, Partial<Agent>>>
}

const NOWHERE: Place = {
  country: null,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
}
/** Private and documentation addresses, and texts that are no address. */
const UNKNOWN = [
  '10.0.0.1',
  '127.0.0.1',
  '203.0.113.5',
  '::1',
  '2001:db8::1',
  'fe80::1%eth0',
  '',
  'x',
  '999.1.1.1',
  ':::',
  '\0',
]

/** Lookups of location and client software. */
export const visitorsContract = (setUp: () => VisitorsFixture | Promise<VisitorsFixture>) =>
  describe('visitors', () => {
    it('the place of a covered address is what the data says, however often it is looked up', async () => {
      const { visitors, places = {} } = await setUp()
      for (const [ip, place] of [...Object.entries(places), ...Object.entries(places)])
        expect(visitors.place(ip)).toMatchObject(place)
    })

    it('the place of a covered IPv4 address is the same in its IPv6-mapped form', async () => {
      const { visitors, places = {} } = await setUp()
      for (const ip of Object.keys(places).filter((ip) => !ip.includes(':')))
        expect(visitors.place(`::ffff:${ip}`)).toEqual(visitors.place(ip))
    })

    it.each(UNKNOWN)('the place of %j is unknown, without a throw', async (ip) => {
      expect((await setUp()).visitors.place(ip)).toEqual(NOWHERE)
    })

    it('country, continent and time zone are codes that rules can compare', async () => {
      const { visitors, places = {} } = await setUp()
      for (const { country, continent, timezone } of Object.keys(places).map((ip) => visitors.place(ip))) {
        expect(country ?? 'IT').toMatch(/^[A-Z]{2}$/)
        expect(CONTINENTS).toContain(continent ?? 'EU')
        expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone ?? 'UTC' })).not.toThrow()
      }
    })

    it('the software of a recognised user agent is what it says, however often it is looked up', async () => {
      const { visitors, agents = {} } = await setUp()
      for (const [userAgent, agent] of [...Object.entries(agents), ...Object.entries(agents)])
        expect(visitors.agent(userAgent)).toMatchObject(agent)
    })

    it.each([null, '', '  '])('a visitor with the user agent %j is an unknown program', async (userAgent) => {
      const program: Agent = { browser: null, os: null, device: 'bot', bot: true }
      expect((await setUp()).visitors.agent(userAgent)).toEqual(program)
    })

    it.each([...ODD_TEXTS, 'Mozilla/5.0', 'x'.repeat(100_000)])(
      'the user agent %j is read without a throw',
      async (text) => {
        const { browser, os, device, bot } = (await setUp()).visitors.agent(text)
        const named = [browser, os].filter((software): software is Software => software !== null)
        for (const { name } of named) expect(name).not.toBe('')
        expect(bot).toBe(device === 'bot')
      },
    )
  })
