import { addDomain, type Hit } from '@shortlink/core'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { aHit } from '../../graphql/fixture.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

const target = 'https://example.com/page'
const HOST = 'go.example.com'

async function start() {
  const published: string[] = []
  const fixture = await openFixture({ ports: { dns: { txt: () => okAsync(published) } } })
  const user = await fixture.newUser()
  const { call } = await connect(`${fixture.url}?toolsets=all`, user.key)
  const domain = (await fixture.app.run(addDomain, user.caller, { hostname: HOST }))._unsafeUnwrap()
  published.push(domain.txtToken)
  return { ...fixture, user, call, domain }
}

describe('common mistakes of models', () => {
  it('a slug may have a leading slash, wherever a tool takes one', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target, slug: '/sale' })
    expect(await call('get_shortlink', { slug: '/sale' })).toMatchObject({ id, slug: 'sale' })
    const [updated] = await call('update_shortlinks', { inputs: [{ slug: '/sale', title: 'Sale' }] })
    expect(updated).toMatchObject({ id, ok: true })
    expect((await call('get_analytics', { slugs: ['/sale'] })).totals.hits).toBe(0)
    expect(await call('add_alias', { id, slug: '/summer' })).toMatchObject({ aliases: ['summer'] })
    expect(await call('delete_shortlinks', { slugs: ['/sale'] })).toMatchObject([{ id, ok: true }])
  })

  it('a slug may be the short URL of a link, on each host', async () => {
    const { call, domain } = await start()
    await call('verify_domain', { id: domain.id })
    const links = [
      await call('create_shortlink', { target, slug: 'twice' }),
      await call('create_shortlink', { target, slug: 'twice', domainId: domain.id }),
    ]
    for (const { id, shortUrl } of links) expect(await call('get_shortlink', { slug: shortUrl })).toMatchObject({ id })
  })

  it('a hostname names a domain in place of its id', async () => {
    const { call } = await start()
    expect(await call('verify_domain', { id: 'GO.example.com' })).toEqual({ verified: true })
    const { shortUrl } = await call('create_shortlink', { target, slug: 'here', domainId: HOST })
    expect(shortUrl).toBe(`https://${HOST}/here`)
    expect(await call('get_qr_code', { slug: 'here', domainId: HOST })).toMatchObject({ url: shortUrl })
    expect(await call('delete_domain', { id: HOST })).toEqual({ deleted: true })
    const error = 'domainId must be the id of one of your domains; list_domains returns the ids'
    expect(await call('create_shortlink', { target, domainId: HOST })).toEqual({ error })
  })

  it('the hostname of another account names nothing', async () => {
    const { url, newUser } = await start()
    const stranger = await connect(url, (await newUser()).key)
    const error = 'id must be the id of one of your domains; list_domains returns the ids'
    expect(await stranger.call('delete_domain', { id: HOST })).toEqual({ error })
  })

  it.each(['2030-01-31', '2030-01-31T18:00:00', 'Friday'])(
    'the date %s is answered with the correct form',
    async (expiresAt) => {
      const { call } = await start()
      const { error } = await call('create_shortlink', { target, expiresAt })
      expect(error).toBe('expiresAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z')
    },
  )

  it('clear removes fields of an update, as null does', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target, title: 'Sale', note: 'private', maxVisits: 5 })
    await call('update_shortlinks', { inputs: [{ id, clear: ['title', 'maxVisits'], note: null }] })
    expect(await call('get_shortlink', { id })).toMatchObject({ title: null, maxVisits: null, note: null })
    expect(await call('update_shortlinks', { inputs: [{ id, clear: ['target'] }] })).toMatchObject([{ ok: false }])
  })
})

describe('short results', () => {
  it('list_shortlinks omits options with their default, and shows the others', async () => {
    const { call } = await start()
    await call('create_shortlink', { target, slug: 'plain' })
    await call('create_shortlink', { target, slug: 'rich', tags: ['a'], redirectStatus: 301, maxVisits: 3 })
    await call('update_shortlinks', { inputs: [{ slug: 'rich', enabled: false }] })
    const [rich, plain] = await call('list_shortlinks')
    const names = ['id', 'target', 'slug', 'hostname', 'shortUrl', 'createdAt', 'title', 'hitCount', 'updatedAt']
    expect(Object.keys(plain).sort()).toEqual(names.sort())
    const options = {
      tags: ['a'],
      redirectStatus: 301,
      maxVisits: 3,
      visitsLeft: 3,
      enabled: false,
      status: 'DISABLED',
    }
    expect(rich).toEqual({ ...Object.fromEntries(names.map((name) => [name, rich[name]])), ...options })
  })

  it('visits and analytics take at most 1,500 tokens by default, and all of it on request', async () => {
    const { call, ports } = await start()
    const { id } = await call('create_shortlink', { target, slug: 'busy' })
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.102 Mobile Safari/537.36'
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const countries = letters.slice(0, 8).flatMap((first) => letters.map((second) => `${first}${second}`))
    const visits = countries.map((country, index): Partial<Hit> => {
      const at = Date.UTC(2026, 0, 1 + (index % 90), index % 24)
      return { at, country, city: `City ${index}`, referrer: `https://site-${index}.example.com/`, userAgent }
    })
    await ports.store.hits.record(visits.map((visit) => aHit(id, visit)))
    const tokensOf = (json: unknown) => countTokens(JSON.stringify(json))

    const stats = await call('get_hit_stats', { id })
    expect(tokensOf(stats)).toBeLessThanOrEqual(1500)
    const listed = stats.byCountry.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    expect([stats.hits.length, listed + stats.otherCountries]).toEqual([10, countries.length])
    const allStats = await call('get_hit_stats', { id, limit: 1000 })
    expect([allStats.hits.length, allStats.byCountry.length]).toEqual([countries.length, countries.length])
    expect(allStats).not.toHaveProperty('otherCountries')

    const asked = {
      from: '2026-01-01T00:00:00Z',
      to: '2026-04-01T00:00:00Z',
      interval: 'DAY',
      breakdowns: ['COUNTRY', 'CITY', 'REFERRER', 'DEVICE'],
    }
    const sums = await call('get_analytics', asked)
    expect(tokensOf(sums)).toBeLessThanOrEqual(1500)
    expect(sums.series.length + sums.seriesOmitted).toBe(90)
    expect(sums.series.at(-1).at).toBe('2026-03-31T00:00:00.000Z')
    const all = await call('get_analytics', { ...asked, full: true, take: 100 })
    expect([all.series.length, all.breakdowns.COUNTRY.rows.length]).toEqual([90, 100])
    expect(all).not.toHaveProperty('seriesOmitted')
  })
})
