import { readFileSync } from 'node:fs'
import type { Store } from '@shortlink/core/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { ask, newAccount } from '../../support/api.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startTestServer } from '../../support/server.ts'
import { waitFor } from '../../support/wait-for.ts'
import { table, withPart } from '../../support/written-part.ts'
import { OUTCOMES, type Outcome } from './outcomes.ts'

const PAGE = new URL('../../../docs/links.md', import.meta.url)

it('docs/links.md lists what visitors get', async () => {
  const rows = OUTCOMES.filter(({ row }) => row !== undefined).map(({ row }) => row as readonly [string, string])
  const written = withPart(readFileSync(PAGE, 'utf8'), 'outcomes', table(['link', 'response'], rows))
  await expect(written).toMatchFileSnapshot(PAGE.pathname)
})

/** Until another server has noticed a change. */
const SOON = { interval: 50 }
/** Visits are stored in the background. */
const STORED = { interval: 200 }
const TARGET = 'https://target.example/'

describe.each(['sqlite', 'postgres'] as const)('what visitors get on %s', (database) => {
  const servers: RunningServer[] = []
  let store: Store
  let account: Awaited<ReturnType<typeof newAccount>>
  let links = 0

  beforeAll(async () => {
    const settings = {
      BASE_URL: 'https://sho.rt',
      REDIRECT_CACHE_SECONDS: '60',
      ...(database === 'postgres' && { DATABASE_URL: await newPostgresDatabase() }),
    }
    const start = (own: object = {}) =>
      startTestServer({
        database,
        settings: { ...settings, ...own },
        configure: (root) => void root.decorate('store', (opened) => (store ??= opened)),
      })
    servers.push(await start())
    if (database === 'postgres') {
      servers.push(await startTestServer({ database, settings }))
    }
    account = await newAccount((servers[0] as RunningServer).url)
  })
  afterAll(() => Promise.all(servers.map((server) => server.close('tests are over'))))

  /** A link that every server has in memory before it is changed. */
  async function linkWith({ changes, blocked }: Outcome) {
    const slug = `outcome-${database}-${links++}`
    const made = await account.ask(
      'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { shortlink { id } } }',
      { inputs: [{ target: TARGET, shortlink: slug }] },
    )
    const [{ shortlink }] = made.data.createShortlinks
    for (const { url } of servers) expect((await fetch(`${url}/${slug}`, { redirect: 'manual' })).status).toBe(302)
    const changed = await account.ask(
      'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { ok error } }',
      { inputs: [{ id: shortlink.id, ...changes }] },
    )
    expect(changed.data.updateShortlinks).toEqual([{ ok: true, error: null }])
    if (blocked) await store.links.setDisabled('', slug, Date.now())
    return slug
  }

  it.each(OUTCOMES)('a link that is $name', async (outcome) => {
    const { path = '', request = {}, unknown, expected } = outcome
    const slug = unknown ? 'no-such-link' : await linkWith(outcome)
    for (const { url } of servers) {
      await waitFor(async () => {
        const { headers, ...rest } = request
        const response = await fetch(`${url}/${slug}${path}`, {
          redirect: 'manual',
          headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/140.0', ...headers },
          ...rest,
        })
        const body = await response.text()
        expect([response.status, response.headers.get('location')]).toEqual([
          expected.status,
          expected.location ?? null,
        ])
        for (const part of expected.contains ?? []) expect(body).toContain(part)
        for (const part of [TARGET, ...(expected.lacks ?? [])]) expect(body).not.toContain(part)
        for (const [name, value] of Object.entries(expected.headers ?? {}))
          expect([name, response.headers.get(name)]).toEqual([name, value])
      }, SOON)
    }
  })

  it.each(OUTCOMES.filter(({ target }) => target !== undefined))(
    'targetUrl of a link that is $name',
    async (outcome) => {
      const { unknown, target, password = null } = outcome
      const slug = unknown ? 'no-such-link' : await linkWith(outcome)
      for (const { url } of servers) {
        await waitFor(async () => {
          const query = 'query ($slug: String!, $password: String) { targetUrl(shortlink: $slug, password: $password) }'
          const { data, errors } = await ask(url, query, { slug, password })
          const [error] = errors
          expect(error ? `${error.extensions.code} ${error.message}` : data.targetUrl).toBe(target)
        }, SOON)
      }
    },
  )

  it('a preview is the hit of a bot that was sent nowhere; refusals and fallbacks leave none', async () => {
    const slug = await linkWith({ name: '', changes: { preview: { title: 'Seen' } }, expected: { status: 200 } })
    const closed = await linkWith({ name: '', changes: { enabled: false }, expected: { status: 404 } })
    const url = (servers[0] as RunningServer).url
    await waitFor(async () => {
      expect((await fetch(`${url}/${slug}`, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } })).status).toBe(
        200,
      )
      expect((await fetch(`${url}/${closed}`, { redirect: 'manual' })).status).toBe(404)
    }, SOON)
    const query =
      'query ($search: String) { shortlinkConnection(search: $search) { items { id hits { bot redirectedTo } } } }'
    const hitsOf = async (search: string) =>
      (await account.ask(query, { search })).data.shortlinkConnection.items[0].hits
    await waitFor(async () => {
      expect(await hitsOf(slug)).toContainEqual({ bot: true, redirectedTo: null })
      expect(await hitsOf(closed)).toHaveLength(servers.length)
    }, STORED)
  })

  it('a preview is one link.clicked; refusals and fallbacks are none', async () => {
    const receiver = await startReceiver()
    const hook = 'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.clicked"] }) { id } }'
    const made = await account.ask(hook, { url: receiver.url })
    expect(made.errors).toEqual([])
    const fallbackTarget = 'https://fallback.example/'
    const refusing: string[] = []
    for (const changes of [
      { enabled: false },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { enabled: false, fallbackTarget },
      { password: 'open sesame' },
    ])
      refusing.push(await linkWith({ name: '', changes, expected: { status: 404 } }))
    const seen = await linkWith({ name: '', changes: { preview: { title: 'Seen' } }, expected: { status: 200 } })
    const url = (servers[0] as RunningServer).url
    const answers = []
    for (const slug of refusing) {
      const { status, headers } = await fetch(`${url}/${slug}`, { redirect: 'manual' })
      answers.push([status, headers.get('location')])
    }
    expect(answers).toEqual([
      [404, null],
      [410, null],
      [302, fallbackTarget],
      [403, null],
    ])
    await fetch(`${url}/${seen}`, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })
    // Each link was visited once at every server before it was changed.
    const expected = [...[...refusing, seen].flatMap((slug) => servers.map(() => slug)), seen]
    await waitFor(() => {
      const clicked = receiver.received.map(({ body }) => JSON.parse(body).data)
      expect(clicked.map(({ link }) => link.slug).sort()).toEqual(expected.toSorted())
    }, STORED)
    await account.ask('mutation ($id: ID!) { deleteWebhook(id: $id) }', { id: made.data.createWebhook.id })
  })
})
