import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, it as prop } from '@fast-check/vitest'
import { openVisitors } from '@shortlink/adapters/visitors'
import { visitorsContract } from '@shortlink/core/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knownVisitors, nowhere } from '../../support/facts.ts'
import { mmdb } from '../../support/mmdb.ts'
import { waitFor } from '../../support/wait-for.ts'

const closers: (() => void)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'visitors-'))
})

afterEach(async () => {
  for (const close of closers.splice(0)) close()
  await rm(folder, { recursive: true })
})

async function open(options: Parameters<typeof openVisitors>[0] = {}) {
  const visitors = await openVisitors(options)
  closers.push(() => visitors.close())
  return visitors
}

async function file(name: string, bytes: Buffer | string) {
  const path = join(folder, name)
  await writeFile(`${path}.new`, bytes)
  await rename(`${path}.new`, path)
  return path
}

const italy = { country_code: 'IT' }
const sweden = { country_code: 'SE' }

describe('with the packaged countries', () => {
  visitorsContract(async () => ({
    visitors: await open(),
    places: {
      '8.8.8.8': { ...nowhere, country: 'US', continent: 'NA' },
      '2001:4860:4860::8888': { country: 'US' },
      '193.205.0.1': { country: 'IT', continent: 'EU', timezone: 'Europe/Rome' },
    },
    agents: {
      'curl/8.5.0': { device: 'bot', browser: { name: 'curl', version: '8.5.0' } },
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0': {
        device: 'desktop',
        browser: { name: 'Firefox', version: '132.0' },
      },
    },
  }))
})

describe("with an operator's file", () => {
  visitorsContract(async () => ({
    visitors: await open({ geoDb: await file('contract.mmdb', mmdb(6, { '192.0.2.0/24': sweden })) }),
    places: { '192.0.2.1': { country: 'SE', continent: 'EU' } },
  }))
})

describe('the visitors that tests use', () => {
  visitorsContract(() => knownVisitors({}))
})

describe("an operator's files", () => {
  it('geo files of the nested layout give the whole place', async () => {
    const geoDb = await file(
      'city.mmdb',
      mmdb(6, {
        '198.51.100.0/24': {
          country: { iso_code: 'CH', names: { en: 'Switzerland' } },
          continent: { code: 'EU' },
          subdivisions: [{ iso_code: 'ZH', names: { en: 'Zurich' } }],
          city: { names: { de: 'Zürich', en: 'Zurich' } },
          postal: { code: '8001' },
          location: { latitude: 47.37, longitude: 8.54, time_zone: 'Europe/Zurich' },
        },
      }),
    )
    const asnDb = await file(
      'asn.mmdb',
      mmdb(6, { '198.51.0.0/16': { autonomous_system_organization: 'Example Telecom' } }),
    )
    const { place } = await open({ geoDb, asnDb })
    expect(place('198.51.100.7')).toEqual({
      country: 'CH',
      continent: 'EU',
      region: 'CH-ZH',
      subdivision: 'Zurich',
      city: 'Zurich',
      postal: '8001',
      timezone: 'Europe/Zurich',
      isp: 'Example Telecom',
    })
    expect(place('198.51.1.1')).toEqual({ ...nowhere, isp: 'Example Telecom' })
  })

  it('geo files of the flat layout give the place, and the time zone by its coordinates', async () => {
    const record = {
      country_code: 'US',
      city: 'Denver',
      state1: 'Colorado',
      postcode: '80202',
      latitude: 39.74,
      longitude: -104.99,
      timezone: '',
    }
    const { place } = await open({ geoDb: await file('flat.mmdb', mmdb(4, { '192.0.2.0/24': record })) })
    expect(place('192.0.2.9')).toEqual({
      ...nowhere,
      country: 'US',
      continent: 'NA',
      subdivision: 'Colorado',
      city: 'Denver',
      postal: '80202',
      timezone: 'America/Denver',
    })
  })

  it('geo files that cannot be read are replaced by what another thread has read of them, until they can be', async () => {
    const geoDb = await file('shared.mmdb', mmdb(4, { '192.0.2.0/24': italy }))
    const before = (await open({ geoDb })).files()
    await rm(geoDb)
    const { place, files } = await open({ geoDb, before, pollIntervalMs: 5 })
    expect(place('192.0.2.1').country).toBe('IT')
    expect(files().geo).toBe(before.geo)
    const { place: withoutAny } = await open({ geoDb, before: { geo: undefined, asn: undefined } })
    expect(withoutAny('192.0.2.1')).toEqual(nowhere)
    await file('shared.mmdb', mmdb(4, { '192.0.2.0/24': { country: 'FR' } }))
    await expect.poll(() => place('192.0.2.1').country).toBe('FR')
  })

  it('geo files of IPv4 only never answer an IPv6 address', async () => {
    const { place } = await open({ geoDb: await file('v4.mmdb', mmdb(4, { '32.0.0.0/4': italy })) })
    expect(place('32.1.13.184').country).toBe('IT')
    expect(place('2001:db8::1')).toEqual(nowhere)
    expect(place('::ffff:32.1.13.184').country).toBe('IT')
  })

  it('unknown countries and data of another type in geo files are ignored', async () => {
    const geoDb = await file(
      'odd.mmdb',
      mmdb(6, {
        '192.0.2.0/25': { country_code: 'ZZ', city: 7, postcode: ['x'] },
        '192.0.2.128/25': {
          country: 'IT',
          city: 'Roma',
          region: '',
          subdivisions: 'none',
          location: { latitude: 900, longitude: 1 },
        },
      }),
    )
    const { place } = await open({ geoDb })
    expect(place('192.0.2.1')).toEqual(nowhere)
    expect(place('192.0.2.200')).toEqual({
      ...nowhere,
      country: 'IT',
      continent: 'EU',
      city: 'Roma',
      timezone: 'Europe/Rome',
    })
  })

  it('changed geo files are read again, and cached places are dropped', async () => {
    const geoDb = await file('geo.mmdb', mmdb(6, { '192.0.2.0/24': italy }))
    const { place } = await open({ geoDb, pollIntervalMs: 20 })
    expect(place('192.0.2.1').country).toBe('IT')
    await file('geo.mmdb', mmdb(6, { '192.0.2.0/24': sweden }))
    await waitFor(() => expect(place('192.0.2.1').country).toBe('SE'))
  })

  it('geo files stay in use when they are replaced by broken ones or removed, which is reported once, until good ones come', async () => {
    const errors: string[] = []
    const geoDb = await file('geo.mmdb', mmdb(6, { '192.0.2.0/24': italy }))
    const { place } = await open({ geoDb, pollIntervalMs: 20, onError: ({ message }) => errors.push(message) })

    await file('geo.mmdb', 'half a file')
    await waitFor(() => expect(errors).toEqual([`${geoDb} cannot be used as a MaxMind database`]))
    await rm(geoDb)
    await waitFor(() => expect(errors).toHaveLength(2))
    expect(place('192.0.2.2').country).toBe('IT')

    await file('geo.mmdb', mmdb(6, { '192.0.2.0/24': sweden }))
    await waitFor(() => expect(place('192.0.2.2').country).toBe('SE'))
    expect(errors).toHaveLength(2)
  })

  it('geo files that cannot be used at the start are an error', async () => {
    await expect(openVisitors({ geoDb: join(folder, 'missing.mmdb') })).rejects.toThrow('missing.mmdb')
    await expect(openVisitors({ asnDb: await file('bad.mmdb', 'no database') })).rejects.toThrow('bad.mmdb')
    await expect(openVisitors({ asnDb: await file('empty.mmdb', '') })).rejects.toThrow('empty.mmdb')
  })

  prop.prop([fc.uint8Array({ maxLength: 40 }), fc.nat()], { numRuns: 100 })(
    'damaged geo files answer or are refused, and never throw for a visitor',
    async (noise, at) => {
      const bytes = mmdb(6, { '192.0.2.0/24': { ...italy, city: { names: { en: 'Roma' } } }, '2001:db8::/32': sweden })
      bytes.set(noise.subarray(0, bytes.length), at % Math.max(1, bytes.length - noise.length))
      const visitors = await openVisitors({ geoDb: await file('damaged.mmdb', bytes) }).catch(() => undefined)
      for (const ip of ['192.0.2.1', '2001:db8::1', '8.8.8.8']) visitors?.place(ip)
      visitors?.close()
    },
  )
})
