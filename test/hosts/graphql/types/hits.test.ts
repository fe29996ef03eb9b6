import { describe, expect, it } from 'vitest'
import { aHit, openFixture } from '../fixture.ts'

const HIT = `id ip type isp browser { name version } os { name version } timezone { name offset abbreviation }
  location { city postal country { name code } continent { name code } }
  createdAt referrer device bot rule redirectedTo
  language utm { source medium campaign term content } firstToday`

describe('hits', () => {
  it('a hit has every known fact of its visit', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const link = await newLink()
    const hit = aHit(link.id, {
      isp: 'An operator',
      browser: { name: 'Firefox', version: '140.0' },
      os: { name: 'Linux', version: null },
      timezone: 'America/New_York',
      city: 'New York',
      postal: '10001',
      country: 'US',
      continent: 'NA',
      referrer: 'https://referrer.example/',
      device: 'desktop',
      rule: 0,
      language: 'en',
      utm: { source: 'mail', medium: null, campaign: 'may', term: null, content: null },
      firstToday: true,
    })
    await ports.store.hits.record([hit])
    const { data } = await ask(`query ($id: ID!) { hit(id: $id) { ${HIT} } }`, { id: hit.id })
    expect(data.hit).toEqual({
      id: hit.id,
      ip: '203.0.113.7',
      type: 'IPv4',
      isp: 'An operator',
      browser: { name: 'Firefox', version: '140.0' },
      os: { name: 'Linux', version: null },
      timezone: { name: 'America/New_York', offset: -18_000, abbreviation: 'EST' },
      location: {
        city: 'New York',
        postal: '10001',
        country: { name: 'United States', code: 'US' },
        continent: { name: 'North America', code: 'NA' },
      },
      createdAt: '2026-01-15T12:00:00.000Z',
      referrer: 'https://referrer.example/',
      device: 'desktop',
      bot: false,
      rule: 0,
      redirectedTo: 'https://example.com/',
      language: 'en',
      utm: { source: 'mail', medium: null, campaign: 'may', term: null, content: null },
      firstToday: true,
    })
  })

  it('a hit has null for unknown facts', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id } = await newLink()
    await ports.store.hits.record([aHit(id, { timezone: 'No/Where' })])
    const { data } = await ask(`query ($id: ID!) { getShortlinkInfo(id: $id) { hits { ${HIT} } } }`, { id })
    expect(data.getShortlinkInfo.hits).toMatchObject([
      {
        isp: null,
        language: null,
        utm: null,
        firstToday: null,
        browser: null,
        os: null,
        timezone: null,
        location: { city: null, postal: null, country: null, continent: null },
        rule: null,
      },
    ])
  })

  it('hits are paged, newest first', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id } = await newLink()
    const hits = [1, 2, 3, 4].map((day) => aHit(id, { at: Date.UTC(2026, 0, day) }))
    await ports.store.hits.record(hits)
    const { data } = await ask(
      'query ($id: ID!) { getShortlinkInfo(id: $id) { hitCount hits(take: 2, skip: 1) { id } } }',
      { id },
    )
    expect(data.getShortlinkInfo).toEqual({ hitCount: 4, hits: [{ id: hits[2]?.id }, { id: hits[1]?.id }] })
  })

  it('hits continue before one of the link, and skip from there', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const [{ id }, other] = [await newLink(), await newLink()]
    const hits = [1, 2, 3, 4].map(() => aHit(id))
    const elsewhere = aHit(other.id)
    await ports.store.hits.record([...hits, elsewhere])
    const [fourth, third, second, first] = hits.toReversed().map((hit) => ({ id: hit.id }))
    const query =
      'query ($id: ID!, $before: ID, $skip: Int) { getShortlinkInfo(id: $id) { hits(before: $before, skip: $skip, take: 2) { id } } }'
    const list = async (variables: object) => (await ask(query, { id, ...variables })).data.getShortlinkInfo.hits
    expect(await list({ skip: 0 })).toEqual([fourth, third])
    expect(await list({ before: third?.id, skip: 0 })).toEqual([second, first])
    expect(await list({ before: fourth?.id, skip: 1 })).toEqual([second, first])
    expect(await list({ before: first?.id })).toEqual([])
    for (const wrong of [elsewhere.id, 'none']) {
      const { data, errors } = await ask(query, { id, before: wrong })
      expect(data.getShortlinkInfo.hits).toBeNull()
      expect(errors).toMatchObject([{ message: 'Hit not found', extensions: { code: 'NOT_FOUND' } }])
    }
  })

  it('a page of more than a thousand hits is refused, and other fields are answered', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id } = await newLink()
    const { data, errors } = await ask(
      'query ($id: ID!) { getShortlinkInfo(id: $id) { id hits(take: 1001) { id } } }',
      { id },
    )
    expect(data).toEqual({ getShortlinkInfo: { id, hits: null } })
    expect(errors).toMatchObject([{ message: 'take must be at most 1000', extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('hits are counted by country, the unknown country included', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id } = await newLink()
    await ports.store.hits.record(['IT', 'IT', 'IT', 'DE', 'DE', null].map((country) => aHit(id, { country })))
    const { data } = await ask(
      'query ($id: ID!) { getShortlinkInfo(id: $id) { byCountryGraph { country { name code } count } } }',
      { id },
    )
    expect(data.getShortlinkInfo.byCountryGraph).toEqual([
      { country: { name: 'Italy', code: 'IT' }, count: 3 },
      { country: { name: 'Germany', code: 'DE' }, count: 2 },
      { country: { name: 'Unknown', code: 'ZZ' }, count: 1 },
    ])
  })

  it('hits of another user are not found', async () => {
    const { newAccount, ports } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    const hit = aHit((await other.newLink()).id)
    await ports.store.hits.record([hit])
    for (const id of [hit.id, '1', 'none']) {
      const { data, errors } = await me.ask('query ($id: ID!) { hit(id: $id) { id } }', { id })
      expect(data).toEqual({ hit: null })
      expect(errors).toMatchObject([{ message: 'Hit not found', extensions: { code: 'NOT_FOUND' } }])
    }
  })
})
