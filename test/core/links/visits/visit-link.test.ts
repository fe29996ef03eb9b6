import { type Link, type Resolution, resolveLink, type Visit, type VisitRequest } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import type { Ports } from '@shortlink/core/ports'
import { errAsync, okAsync } from 'neverthrow'
import { describe, expect, it, vi } from 'vitest'
import { aVisitor, knownVisitors } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const PREVIEW = { title: 'Hello', description: null, image: null }
const BOT = 'Mozilla/5.0 (compatible; somebot/1.0)'
const PREVIEWER = 'facebookexternalhit/1.1'
/** Visits left that are not counted. */
const ENOUGH = 1000

interface Given {
  readonly left?: number
  readonly storedHash?: string | null
  readonly ports?: Partial<Ports>
}

/** A cached link with the password `right`, what was recorded of it, and what was taken and compared. */
function warm(changes: Partial<Link>, { left = ENOUGH, storedHash = 'right', ports: own = {} }: Given = {}) {
  const seen = { visits: [] as Visit[], taken: 0, compared: 0 }
  const served = finish(
    toServedLink(aLink({ target: 'https://own.example/', enableTracking: true, fallbackTarget: null, ...changes })),
  )
  const bots = knownVisitors({}).visitors
  const plain = testPorts()
  const ports = {
    ...plain,
    store: { ...plain.store, links: { ...plain.store.links, findPasswordHash: async () => storedHash } },
    passwords: {
      ...plain.passwords,
      verify: (hash: string, password: string) => {
        seen.compared++
        return okAsync(hash === password ? ('right' as const) : ('wrong' as const))
      },
    },
    visitCounter: {
      take: () => seen.taken < left && ++seen.taken > 0,
      hasLeft: () => seen.taken < left,
    },
    servedLinks: { find: () => served },
    hitRecorder: { record: (visit: Visit) => void seen.visits.push(visit), flushed: async () => {} },
    visitors: {
      ...bots,
      agent: (userAgent: string | null) => ({ ...bots.agent(userAgent), bot: /bot|external/.test(userAgent ?? '') }),
    },
    clock: { now: () => NOW },
    ...own,
  }
  const visit = (visitor: Parameters<typeof aVisitor>[0] = {}, request?: Partial<VisitRequest>) =>
    resolveLink(ports, '', 'here', aVisitor(visitor), request)
  return { visit, seen }
}

const sentTo = (location: string, status = 302) => expect.objectContaining({ kind: 'redirect', location, status })
const closed = (reason: string, fallback: string | null = null): unknown => ({ kind: 'closed', reason, fallback })

describe('a link with options', () => {
  it.each<[string, Partial<Link>, unknown]>([
    [
      'is blocked before all else',
      { disabled: true, enabled: false, fallbackTarget: 'https://f.example/' },
      { kind: 'link-disabled' },
    ],
    ['is disabled before it is scheduled', { enabled: false, startsAt: NOW + 1 }, closed('DISABLED')],
    ['is scheduled before its start', { startsAt: NOW + 1, expiresAt: NOW + 2 }, closed('SCHEDULED')],
    ['is open from its start on', { startsAt: NOW }, sentTo('https://own.example/')],
    ['is open until its end', { expiresAt: NOW + 1 }, sentTo('https://own.example/')],
    ['is expired from its end on', { expiresAt: NOW, hasPassword: true }, closed('EXPIRED')],
    ['is used up before it asks for a password', { maxVisits: 1, hasPassword: true }, closed('USED_UP')],
  ])('%s', async (_name, changes, resolution) => {
    const { visit, seen } = warm(changes, { left: changes.maxVisits === 1 ? 0 : ENOUGH })
    expect(await visit()).toEqual(resolution)
    expect(seen.taken).toBe(0)
  })

  it('sends visitors of a closed link to its fallback, without their path and query, and leaves no hit', async () => {
    const fallback = { fallbackTarget: 'https://f.example/', forwardPath: true, forwardQuery: true }
    for (const changes of [{ enabled: false }, { startsAt: NOW + 1 }, { expiresAt: NOW }]) {
      const { visit, seen } = warm({ ...changes, ...fallback })
      expect(await visit({ query: 'a=1' }, { path: 'p' })).toMatchObject({ fallback: 'https://f.example/' })
      expect(seen.visits).toEqual([])
    }
  })

  it('a link that was used up before it is asked and one that is used up meanwhile are closed alike', async () => {
    const { visit, seen } = warm({ maxVisits: 2 }, { left: 2 })
    const got: Resolution[] = []
    for (let visits = 0; visits < 3; visits++) got.push(await visit())
    expect(got).toEqual([sentTo('https://own.example/'), sentTo('https://own.example/'), closed('USED_UP')])
    expect(seen.visits).toHaveLength(2)
    const raced = warm({ maxVisits: 2 }, { ports: { visitCounter: { hasLeft: () => true, take: async () => false } } })
    expect(await raced.visit()).toEqual(closed('USED_UP'))
    expect(raced.seen.visits).toEqual([])
  })

  it('is answered in the same tick while its visits are leased', () => {
    expect(warm({ maxVisits: 2 }).visit()).not.toBeInstanceOf(Promise)
    expect(warm({ startsAt: NOW }).visit()).not.toBeInstanceOf(Promise)
  })

  it('an untracked link takes visits and records none', async () => {
    const { visit, seen } = warm({ maxVisits: 2, enableTracking: false })
    await visit()
    expect(seen).toMatchObject({ taken: 1, visits: [] })
  })

  it('takes no visit where it leads nowhere', async () => {
    const invalid = warm({ maxVisits: 2, target: 'ftp://old.example/' })
    expect(await invalid.visit()).toEqual({ kind: 'invalid-target' })
    const long = warm({ maxVisits: 2, forwardPath: true, target: `https://own.example/${'t'.repeat(2020)}` })
    expect(await long.visit({}, { path: 'a-path-too-long' })).toEqual({ kind: 'unknown-slug' })
    expect([invalid.seen.taken, long.seen.taken]).toEqual([0, 0])
  })

  it.each<[Partial<Link>, boolean]>([
    [{ redirectStatus: 301 }, true],
    [{ redirectStatus: 308, forwardQuery: true }, true],
    [{ redirectStatus: 307 }, false],
    [{ redirectStatus: 303 }, false],
    [{ redirectStatus: 301, maxVisits: 9 }, false],
    [{ redirectStatus: 301, startsAt: 1 }, false],
    [{ redirectStatus: 308, expiresAt: NOW + 1 }, false],
    [{ redirectStatus: 301, rules: [{ type: 'query', value: 'a', target: 'https://r.example/' }] }, false],
  ])('redirects with its status, which browsers may keep or not: %j', async (changes, isLasting) => {
    expect(await warm(changes).visit()).toMatchObject({ status: changes.redirectStatus, isLasting })
  })

  it('records the address before forwarding, with campaign parameters', async () => {
    const utm = { source: 'mail', medium: null, campaign: null, term: null, content: null }
    const { visit, seen } = warm({ forwardPath: true, forwardQuery: true, utm })
    expect(await visit({ query: 'a=1' }, { path: 'p' })).toEqual(sentTo('https://own.example/p?utm_source=mail&a=1'))
    expect(seen.visits).toMatchObject([{ redirectedTo: 'https://own.example/?utm_source=mail' }])
  })
})

describe('programs', () => {
  it('one that shows previews gets the preview, which is a hit that was sent nowhere and takes no visit', async () => {
    const { visit, seen } = warm({ preview: PREVIEW, maxVisits: 2, hasPassword: true })
    expect(await visit({ userAgent: PREVIEWER })).toMatchObject({ kind: 'preview', preview: PREVIEW })
    expect(seen).toMatchObject({ taken: 0, visits: [{ redirectedTo: null, rule: null, userAgent: PREVIEWER }] })
    await visit({ userAgent: PREVIEWER, counts: false })
    expect(seen.visits).toHaveLength(1)
  })

  it('a preview has the campaign of its query, else that of the link', async () => {
    const utm = { source: 'mail', medium: null, campaign: null, term: null, content: null }
    const { visit, seen } = warm({ preview: PREVIEW, utm })
    await visit({ userAgent: PREVIEWER })
    await visit({ userAgent: PREVIEWER, query: 'utm_medium=qr' })
    expect(seen.visits.map(({ campaign }) => campaign)).toEqual([utm, { ...utm, source: null, medium: 'qr' }])
  })

  it.each([
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'http.rb/5.1.1 (Mastodon/4.2.1; +https://social.example/)',
    'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
    'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
    'Iframely/1.3.1 (+https://iframely.com/docs/about)',
    'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Misskey/2024.5.0 (https://social.example)',
    'SummalyBot/5.0.0',
    'Lemmy/0.19.3; +https://social.example',
    'Pleroma 2.4.0; https://social.example <admin@social.example>; Bot',
    'Mozilla/5.0 (Windows NT 10.0) Chrome/115.0.0.0 Safari/537.36 MicrosoftPreview/2.0 +https://aka.ms/MicrosoftPreview',
    'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)',
    'Viber/13.3.1.22 CFNetwork/1128.0.1 Darwin/19.6.0',
    'Nextcloud-Server-Crawler/33.0.0',
    'Nextcloud Server Crawler',
    'Mozilla/5.0 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
    'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
    'Mozilla/5.0 (compatible; ZulipURLPreview/8.0; +https://zulip.example)',
    'NewMessenger/1.0 (bot; link cards)',
  ])('%s shows previews', async (userAgent) => {
    expect(await warm({ preview: PREVIEW }).visit({ userAgent })).toMatchObject({ kind: 'preview' })
  })

  it.each([
    BOT,
    'Mozilla/5.0 Firefox/140.0',
    'Slackbot 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Viber/20.1',
    'Mozilla/5.0 (Linux; Android 14; Preview One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    null,
  ])('%s shows no previews', async (userAgent) => {
    expect(await warm({ preview: PREVIEW }).visit({ userAgent })).toEqual(sentTo('https://own.example/'))
  })

  it('one that shows previews is redirected where none is set, and gets nothing of a closed link', async () => {
    expect(await warm({ redirectStatus: 301 }).visit({ userAgent: PREVIEWER })).toEqual(
      sentTo('https://own.example/', 301),
    )
    expect(await warm({ preview: PREVIEW, enabled: false }).visit({ userAgent: PREVIEWER })).toEqual(closed('DISABLED'))
  })

  it.each([
    ['a bot', { userAgent: BOT }],
    ['a request that counts for nothing', { counts: false }],
  ])('%s gets the title of a limited link, and takes no visit', async (_name, visitor) => {
    const { visit, seen } = warm({ maxVisits: 2, preview: PREVIEW, hasPassword: true })
    expect(await visit(visitor)).toEqual({ kind: 'title', title: 'Hello' })
    expect(seen).toMatchObject({ taken: 0, visits: [] })
  })

  it.each([{ userAgent: BOT }, { counts: false }])(
    'are redirected where visits are not limited: %j',
    async (visitor) => {
      expect(await warm({ redirectStatus: 307 }).visit(visitor)).toEqual(sentTo('https://own.example/', 307))
    },
  )

  it('a bot that calls the API takes a visit', async () => {
    const { visit, seen } = warm({ maxVisits: 2, preview: PREVIEW, forwardQuery: true })
    expect(await visit({ userAgent: PREVIEWER, query: 'a=1' }, { isCall: true })).toEqual(
      sentTo('https://own.example/'),
    )
    expect(seen.taken).toBe(1)
  })
})

describe('a link with a password', () => {
  it('asks for it, takes no visit and leaves no hit', async () => {
    const { visit, seen } = warm({ hasPassword: true, maxVisits: 2, preview: PREVIEW })
    expect(await visit()).toEqual({ kind: 'password', isWrong: false, title: 'Hello' })
    expect(await visit({}, { password: 'wrong' })).toEqual({ kind: 'password', isWrong: true, title: 'Hello' })
    expect(seen).toEqual({ visits: [], taken: 0, compared: 1 })
  })

  it('sends on who has it, with 303 and what the link forwards', async () => {
    const { visit, seen } = warm({ hasPassword: true, maxVisits: 2, redirectStatus: 308, forwardQuery: true })
    expect(await visit({ query: 'a=1' }, { password: 'right' })).toEqual(sentTo('https://own.example/?a=1', 303))
    expect(seen).toMatchObject({ taken: 1, visits: [{ redirectedTo: 'https://own.example/' }] })
  })

  it('compares passwords in their normal form, and none that no link can have', async () => {
    const { visit, seen } = warm({ hasPassword: true }, { storedHash: 'caf\u00e9' })
    expect(await visit({}, { password: 'cafe\u0301' })).toMatchObject({ kind: 'redirect' })
    for (const password of ['', 'abc', 'x'.repeat(129)]) {
      expect(await visit({}, { password })).toMatchObject({ kind: 'password', isWrong: true })
    }
    expect(seen.compared).toBe(1)
  })

  it('admits no visitor when its hash is gone', async () => {
    const { visit } = warm({ hasPassword: true }, { storedHash: null })
    expect(await visit({}, { password: 'right' })).toMatchObject({ kind: 'password', isWrong: true })
  })

  it('says when to come back while too many passwords are being compared', async () => {
    const busy = { verify: vi.fn(() => errAsync({ type: 'overloaded' as const, retryAfterSeconds: 5 })) }
    const { visit } = warm({ hasPassword: true }, { ports: { passwords: { ...testPorts().passwords, ...busy } } })
    expect(await visit({}, { password: 'right' })).toEqual({ kind: 'overloaded', retryAfterSeconds: 5 })
    expect(busy.verify).toHaveBeenCalledWith(expect.any(String), 'right', 'visitor', { of: '192.0.2.1' })
  })
})
