import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { DATABASES, startTestServer } from '../support/server.ts'

const CREATE = 'mutation ($slug: String) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
const NEWEST = '{ shortlinkConnection(take: 1) { items { id shortlink aliases hitCount } } }'
const ADD = 'mutation ($id: ID!, $slug: String!) { addShortlinkAlias(id: $id, shortlink: $slug) { aliases } }'
const REMOVE = 'mutation ($id: ID!, $slug: String!) { removeShortlinkAlias(id: $id, shortlink: $slug) { aliases } }'
const DELETE = 'mutation ($id: ID!) { deleteShortlinks(ids: [$id]) { ok } }'
const TARGET = 'query ($slug: String!) { targetUrl(shortlink: $slug) }'

describe.each(DATABASES)('slugs on %s', (database) => {
  const settings = { DEFAULT_PLAN: 'PRO' }
  let strict: RunningServer
  let loose: RunningServer
  beforeAll(async () => {
    strict = await startTestServer({ database, settings })
    const more = { SLUG_MODE: 'loose', SLUG_ALPHABET: 'AbC', SLUG_LENGTH: '12' }
    loose = await startTestServer({ database, settings: { ...settings, ...more } })
  })
  afterAll(async () => {
    await strict.close('tests are over')
    await loose.close('tests are over')
  })

  /** What each way to a slug answers: the redirect, its QR code, and the API. */
  async function answersOf(url: string, slug: string) {
    const [redirect, qr, { data, errors }] = await Promise.all([
      follow(url, slug),
      fetch(`${url}/${slug}/qr.svg`),
      ask(url, TARGET, { slug }),
    ])
    return [redirect.status, qr.status, data?.targetUrl ?? errors[0]?.extensions.code]
  }
  const FOUND = [302, 200, 'https://example.com/']
  const MISSING = [404, 404, 'NOT_FOUND']

  it('an alias answers as its link and counts on it, and a deleted link answers nowhere', async () => {
    const { url } = strict
    const account = await newAccount(url)
    const newest = async () => (await account.ask(NEWEST)).data.shortlinkConnection.items[0]
    await account.ask(CREATE, { slug: 'spring' })
    const { id } = await newest()
    for (const slug of ['Poster', 'leaflet']) await account.ask(ADD, { id, slug })
    for (const slug of ['spring', 'Poster', 'leaflet']) expect(await answersOf(url, slug)).toEqual(FOUND)
    expect(await answersOf(url, 'poster')).toEqual(MISSING)
    await expect.poll(newest).toMatchObject({ shortlink: 'spring', aliases: ['Poster', 'leaflet'], hitCount: 6 })

    expect((await account.ask(REMOVE, { id, slug: 'leaflet' })).data.removeShortlinkAlias).toEqual({
      aliases: ['Poster'],
    })
    expect(await answersOf(url, 'leaflet')).toEqual(MISSING)
    await account.ask(DELETE, { id })
    for (const slug of ['spring', 'Poster']) expect(await answersOf(url, slug)).toEqual(MISSING)

    const stranger = await newAccount(url)
    for (const slug of ['spring', 'Poster', 'leaflet']) {
      for (const answer of [await stranger.ask(CREATE, { slug }), await ask(url, CREATE, { slug })])
        expect(answer.errors).toMatchObject([{ message: 'Slug already exists', extensions: { code: 'CONFLICT' } }])
      expect((await account.ask(CREATE, { slug })).errors).toEqual([])
      expect(await answersOf(url, slug)).toEqual(FOUND)
    }
  })

  it('in loose mode a slug answers in upper and lower case, and generated ones are of the alphabet in lower case', async () => {
    const { url } = loose
    const account = await newAccount(url)
    await account.ask(CREATE, { slug: 'Spring' })
    const { id, shortlink } = (await account.ask(NEWEST)).data.shortlinkConnection.items[0]
    expect(shortlink).toBe('spring')
    await account.ask(ADD, { id, slug: 'POSTER' })
    for (const slug of ['spring', 'SPRING', 'poster', 'Poster']) expect(await answersOf(url, slug)).toEqual(FOUND)
    await account.ask(CREATE)
    expect((await account.ask(NEWEST)).data.shortlinkConnection.items[0].shortlink).toMatch(/^[abc]{12}$/)
  })
})
