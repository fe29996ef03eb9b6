import { systemClock } from '@shortlink/adapters/system'
import type { Store } from '@shortlink/core'
import { expect, it, onTestFinished } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

/** Answers are kept for a while, so each question has a time zone with an offset of its own. */
const analytics = (timeZone: string) => `{ analytics(filter: { timeZone: "${timeZone}" }) { totals { hits } } }`
const SEARCH = '{ shortlinkConnection(search: "spring") { totalCount } }'

it('M2: one network with many accounts keeps no other network out of live streams', async () => {
  const server = await attackedServer('sqlite', { TRUST_PROXY: '1', RATELIMIT_AUTH_PER_MIN: '0' })
  const over = new AbortController()
  onTestFinished(() => over.abort())
  // Kept, since a response without a reference is closed.
  const responses: Response[] = []
  const open = async (account: Awaited<ReturnType<typeof newAccount>>, from: string) => {
    const headers = { ...account.headers, 'x-forwarded-for': from }
    const response = await fetch(`${server.url}/api/v1/live`, { headers, signal: over.signal })
    responses.push(response)
    return response.status
  }
  const answers: Record<number, number> = {}
  for (let n = 0; n < 40; n += 1) {
    const account = await newAccount(server.url)
    for (let stream = 0; stream < 5; stream += 1) {
      const status = await open(account, '198.51.100.7')
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  expect(answers).toEqual({ 200: 50, 429: 150 })
  expect(await open(await newAccount(server.url), '203.0.113.1')).toBe(200)
})

it('M3: two accounts whose long reads never end keep no other account out of analytics, searches and exports', async () => {
  let aheadMs = 0
  const heavy = new Set<string>()
  const held: (() => void)[] = []
  const withSlowSums = (store: Store): Store => ({
    ...store,
    analytics: {
      ...store.analytics,
      sums: (asked) => {
        const sums = () => store.analytics.sums(asked)
        if (!heavy.has(asked.links.owner)) return sums()
        const answered = new Promise<void>((resolve) => held.push(resolve))
        return sums().map(async (rows) => answered.then(() => rows))
      },
    },
  })
  const server = await startTestServer({
    configure: (root) =>
      root
        .decorate('store', withSlowSums)
        .decorate('clock', () => ({ ...systemClock, now: () => systemClock.now() + aheadMs })),
  })
  onTestFinished(async () => {
    for (const release of held) release()
    await server.close('the test is over')
  })
  const attackers = [await newAccount(server.url), await newAccount(server.url)]
  const neighbour = await newAccount(server.url)
  for (const { id } of attackers) heavy.add(id)

  const first = attackers.map((account) => account.ask(analytics('Europe/Rome')))
  await expect.poll(() => held.length).toBe(2)
  aheadMs += 4_000
  for (const release of held.splice(0)) release()
  for (const { errors } of await Promise.all(first)) expect(errors).toEqual([])

  const again = attackers.map((account) => account.ask(analytics('Asia/Kolkata')))
  await expect.poll(() => held.length).toBe(1)
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/Lima']) {
    expect((await neighbour.ask(analytics(zone))).errors).toEqual([])
    expect((await neighbour.ask(SEARCH)).errors).toEqual([])
    const exported = await fetch(`${server.url}/api/v1/hits`, { headers: neighbour.headers })
    expect({ status: exported.status, text: await exported.text() }).toMatchObject({ status: 200 })
  }
  for (const release of held.splice(0)) release()
  await Promise.race(again)
})

it('M4: a stranger who finds a new public host first does not get its first account, nor when the only one is deleted', async () => {
  const token = 'printed for the operator'
  const server = await attackedServer('sqlite', { BASE_URL: 'https://sho.rt', SIGNUP: 'first', SIGNUP_TOKEN: token })
  const signUp = (name: string, given: string | null) =>
    ask(
      server.url,
      'mutation ($email: String!, $token: String) { signup(name: "Someone", email: $email, password: "engine number nine", token: $token) { token } }',
      { email: `${name}@example.com`, token: given },
    )
  const refused = { extensions: { code: 'FORBIDDEN' } }
  for (const given of [null, '', 'a guess at the token']) {
    expect((await signUp('stranger', given)).errors[0]).toMatchObject(refused)
  }
  const { data } = await signUp('operator', token)
  const headers = { authorization: `Bearer ${data.signup.token}` }
  expect((await ask(server.url, 'mutation { deleteAccount }', {}, headers)).errors).toEqual([])
  expect((await signUp('stranger', token)).errors[0]).toMatchObject(refused)
})
