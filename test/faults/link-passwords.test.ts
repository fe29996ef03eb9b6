import { expect, it, vi } from 'vitest'
import { newAccount } from '../support/api.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { scale } from '../support/scale.ts'
import { startTestServer } from '../support/server.ts'

const TRIES = scale(10_000)
const ADDRESSES = TRIES / 10
const SENDERS = 50
/** Wrong passwords an hour over all addresses before each network has one try a minute left. */
const FREE_FAILURES = 50
/** Comparisons that are queued or run when the limit of a link is reached. */
const QUEUED = 202
const MINUTE_MS = 60_000
/** Of the thread's own time. The attack runs in the process of the server and takes most of it. */
const LONGEST_TURN_MS = 150

it('10,000 wrong passwords from 1,000 addresses: few are tried, redirects go on, and the right one opens the link', async () => {
  const server = await startTestServer({
    slowPasswords: true,
    settings: { TRUST_PROXY: '1', RATELIMIT_PASSWORD_PER_MIN: '10', RATELIMIT_AUTH_PER_MIN: '10' },
  })
  // The clock of the rate limits moves only when a client waits for them.
  const began = 1_000_000_000
  let now = began
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    const account = await newAccount(server.url)
    await account.ask(
      'mutation { a: createShortlink(target: "https://example.com/", shortlink: "secret", password: "open sesame") b: createShortlink(target: "https://example.com/", shortlink: "plain") }',
    )
    const post = (password: string, ip: string) =>
      fetch(`${server.url}/secret`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': ip },
        body: new URLSearchParams({ password }),
      })

    const statuses = new Map<number, number>()
    let sent = 0
    const sender = async () => {
      while (sent < TRIES) {
        const number = sent++
        // Each address sends all that it has before the next, so that few of them get a second try after a minute.
        const at = Math.floor((number * ADDRESSES) / TRIES)
        const { status } = await post(`wrong ${number}`, `10.1.${at >> 8}.${at & 255}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    let isOver = false
    let redirects = 0
    const visitor = async () => {
      for (; !isOver; redirects += 1) {
        expect((await fetch(`${server.url}/plain`, { redirect: 'manual' })).status).toBe(302)
      }
    }
    /** Tries again when it is refused for a while, as people do. */
    const opener = async () => {
      for (;;) {
        const response = await post('open sesame', '203.0.113.9')
        if (response.status === 303) return
        expect(response.status).toBe(429)
        now += 1000 * Number(response.headers.get('retry-after'))
        expect(now - began).toBeLessThan(MINUTE_MS)
      }
    }
    const visiting = visitor()
    const longest = await longestTurn(() => Promise.all([opener(), ...Array.from({ length: SENDERS }, sender)]))
    isOver = true
    await visiting

    const minutes = 1 + Math.ceil((now - began) / MINUTE_MS)
    expect([...statuses.keys()].sort()).toEqual([403, 429])
    expect(statuses.get(403)).toBeLessThanOrEqual(FREE_FAILURES + QUEUED + ADDRESSES * minutes)
    // Were they to wait in the queue of the hashes, there would be one for some of these.
    expect(redirects).toBeGreaterThan(statuses.get(403) ?? 0)
    expect(longest).toBeLessThan(LONGEST_TURN_MS)
  } finally {
    await server.close('the test is over')
  }
})
