import { systemClock } from '@shortlink/adapters/system'
import type { Store } from '@shortlink/core/ports'
import { expect, it, onTestFinished } from 'vitest'
import { openLive } from '../hosts/rest/event-source.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { attackTime } from '../support/attack-time.ts'
import { startTestServer, withPatientReads } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const ATTACKER = '198.51.100.7'
const NEIGHBOUR = '203.0.113.1'
/** Of the server's own time. */
const LONGEST_TURN_MS = 300
const START = Date.UTC(2026, 0, 1)
const [QUARTER_MS, DAY_MS] = [15 * 60_000, 24 * 60 * 60_000]

/** Each query has another range, since the server caches responses for some seconds. */
function analytics(n: number) {
  const [from, to] = [START, START + DAY_MS].map((at) => new Date(at + n * QUARTER_MS).toISOString())
  return `{ analytics(filter: { from: "${from}", to: "${to}" }) { totals { hits } } }`
}
const SEARCH = '{ shortlinkConnection(search: "spring") { totalCount } }'

/** An account from another network asks for analytics, searches and exports, and is refused nothing. */
async function expectServed(url: string, account: Account, n: number) {
  const from = { 'x-forwarded-for': NEIGHBOUR }
  expect((await account.ask(analytics(n), {}, from)).errors).toEqual([])
  expect((await account.ask(SEARCH, {}, from)).errors).toEqual([])
  const exported = await fetch(`${url}/api/v1/hits`, { headers: { ...account.headers, ...from } })
  expect({ status: exported.status, text: await exported.text() }).toMatchObject({ status: 200 })
}

it('M2: one network with many accounts keeps no other network out of live streams', async () => {
  const server = await attackedServer('sqlite', { TRUST_PROXY: '1', RATELIMIT_AUTH_PER_MIN: '0' })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  // Kept, since a response without a reference is closed.
  const streams: Response[] = []
  const answers: Record<number, number> = {}
  const open = async (account: Account) => {
    const headers = { ...account.headers, 'x-forwarded-for': ATTACKER }
    const response = await fetch(`${server.url}/api/v1/live`, { headers, signal: stop.signal })
    answers[response.status] = (answers[response.status] ?? 0) + 1
    if (response.ok) streams.push(response)
    else await response.body?.cancel()
  }
  const attackers = await Promise.all(Array.from({ length: 40 }, () => newAccount(server.url)))
  for (const account of attackers) for (let stream = 0; stream < 5; stream += 1) await open(account)
  expect(answers).toEqual({ 200: 50, 429: 150 })

  const watcher = await newAccount(server.url)
  await watcher.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "watched") }')
  const watched = await openLive(server.url, { ...watcher.headers, 'x-forwarded-for': NEIGHBOUR })
  await server.measured()
  const over = attackTime()
  /** The places of its network stay taken, by streams of accounts that take turns. */
  const attack = async (first: number) => {
    for (let n = first; !over.aborted; n += 1) {
      await streams.shift()?.body?.cancel()
      await open(attackers[n % attackers.length] as Account)
    }
  }
  const attacking = Promise.all(Array.from({ length: 10 }, (_, n) => attack(4 * n)))
  let rounds = 0
  do {
    // A new one each time, so that none has more requests than an account may.
    const neighbour = await newAccount(server.url)
    const { response, leave } = await openLive(server.url, { ...neighbour.headers, 'x-forwarded-for': NEIGHBOUR })
    expect(response.status).toBe(200)
    await expectServed(server.url, neighbour, rounds)
    leave()
    rounds += 1
  } while (!over.aborted)
  await attacking
  const { longestTurnMs } = await server.measured()
  console.log(`M2: ${JSON.stringify(answers)}, ${rounds} rounds of a neighbour, turns up to ${longestTurnMs} ms`)
  expect((await follow(server.url, 'watched')).status).toBe(302)
  await expect.poll(watched.events).toHaveLength(1)
  expect(longestTurnMs).toBeLessThan(LONGEST_TURN_MS)
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
    // A round of the neighbour may take longer than a silent connection lives, while the long reads wait for its end.
    limits: { socketTimeout: 600_000 },
    configure: (root) =>
      (withPatientReads(root) as typeof root)
        .decorate('store', withSlowSums)
        .decorate('clock', () => ({ ...systemClock, now: () => systemClock.now() + aheadMs })),
  })
  const release = () => {
    // As if each had taken as long.
    aheadMs += 4_000
    for (const answer of held.splice(0)) answer()
  }
  onTestFinished(async () => {
    heavy.clear()
    release()
    await server.close('the test is over')
  })
  const attackers = [await newAccount(server.url), await newAccount(server.url)]
  for (const { id } of attackers) heavy.add(id)
  let asked = 0
  const first = attackers.map((account) => account.ask(analytics(asked++)))
  await expect.poll(() => held.length).toBe(2)
  release()
  for (const { errors } of await Promise.all(first)) expect(errors).toEqual([])

  const over = attackTime()
  const attack = async (account: Account) => {
    while (!over.aborted) await account.ask(analytics(asked++))
  }
  const attacking = Promise.all([...attackers, ...attackers].map(attack))
  let rounds = 0
  do {
    await expect.poll(() => held.length).toBe(1)
    await expectServed(server.url, await newAccount(server.url), rounds)
    release()
    rounds += 1
  } while (!over.aborted)
  heavy.clear()
  release()
  await attacking
  console.log(`M3: ${asked} long reads, ${rounds} rounds of a neighbour`)
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
