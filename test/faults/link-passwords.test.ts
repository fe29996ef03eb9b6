import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'

const ADDRESSES = 1_000
const TRIES = 10_000
const SENDERS = 50
/** Wrong passwords an hour over all addresses before each network has one try a minute left. */
const FREE_FAILURES = 50
/** Comparisons that are queued or run when the limit of a link is reached. */
const QUEUED = 202

it('10,000 wrong passwords from 1,000 addresses: few are tried, redirects go on, and the right one opens the link', {
  timeout: 300_000,
}, async () => {
  const server = await startTestServer({
    slowPasswords: true,
    settings: { TRUST_PROXY: '1', RATELIMIT_PASSWORD_PER_MIN: '10', RATELIMIT_AUTH_PER_MIN: '10' },
  })
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
    let isOver = false
    const started = performance.now()
    const sender = async () => {
      while (sent < TRIES) {
        const number = sent++
        // Each address sends all that it has before the next, so that few of them get a second try after a minute.
        const at = Math.floor((number * ADDRESSES) / TRIES)
        const { status } = await post(`wrong ${number}`, `10.1.${at >> 8}.${at & 255}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const redirects: number[] = []
    const visitor = async () => {
      while (!isOver) {
        const from = performance.now()
        expect((await fetch(`${server.url}/plain`, { redirect: 'manual' })).status).toBe(302)
        redirects.push(performance.now() - from)
      }
    }
    const visiting = visitor()
    const attack = Promise.all(Array.from({ length: SENDERS }, sender))
    const opened = openWithin(60_000, () => post('open sesame', '203.0.113.9'))
    await Promise.all([attack, opened])
    isOver = true
    await visiting

    const minutes = Math.ceil((performance.now() - started) / 60_000)
    expect([...statuses.keys()].sort()).toEqual([403, 429])
    expect(statuses.get(403)).toBeLessThanOrEqual(FREE_FAILURES + QUEUED + ADDRESSES * minutes)
    redirects.sort((a, b) => a - b)
    // The attack runs in the process of the server and takes most of its time.
    expect(redirects[Math.floor(redirects.length * 0.99)]).toBeLessThan(250)
  } finally {
    await server.close('the test is over')
  }
})

/** Tries again when it is refused for a while, as people do. */
async function openWithin(limitMs: number, open: () => Promise<Response>) {
  const until = performance.now() + limitMs
  for (;;) {
    const response = await open()
    if (response.status === 303) return
    expect(response.status).toBe(429)
    const waitMs = 1000 * Number(response.headers.get('retry-after'))
    expect(performance.now() + waitMs).toBeLessThan(until)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
