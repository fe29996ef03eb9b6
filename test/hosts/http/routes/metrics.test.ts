import type { Store } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { ask, follow, newAccount } from '../../../support/api.ts'
import { DATABASES, startTestServer, useTestServer } from '../../../support/server.ts'
import { waitFor } from '../../../support/wait-for.ts'

const TOKEN = 'a token of tests'.replaceAll(' ', '-')
/** Not a bot, for which a limited link has a page of its own. */
const PERSON = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
const authorization = `Bearer ${TOKEN}`

describe.each(DATABASES)('figures over %s', (database) => {
  let store: Store | undefined
  const server = useTestServer({
    database,
    settings: { METRICS_TOKEN: TOKEN, RATELIMIT_BULK_PER_MIN: '1' },
    configure: (root) => void root.decorate('store', (opened) => (store = opened)),
  })

  /** The value of a series, by its name and labels as they are written. */
  async function figures() {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization } })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }

  it('the metrics count redirects, hits, errors and rate limits', async () => {
    const account = await newAccount(server.url)
    await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "measured") }')
    for (let visit = 0; visit < 3; visit += 1) await follow(server.url, 'measured')
    await follow(server.url, 'missing')
    await ask(server.url, '{ getUserInfo { id } }')
    for (let call = 0; call < 2; call += 1) await account.ask('mutation { createShortlinks(inputs: []) { ok } }')
    await waitFor(async () => expect((await figures()).get('shortlink_hits_stored_total')).toBe(3))
    const seen = await figures()
    expect(
      Object.fromEntries(
        [...seen].filter(([name]) => /hits_|_due|outbox|_up|refused|restarts|limited|errors|redirect /.test(name)),
      ),
    ).toMatchObject({
      'shortlink_answers_total{answer="redirect 302"}': 3,
      'shortlink_answers_total{answer="redirect 404"}': 1,
      'shortlink_graphql_errors_total{code="UNAUTHENTICATED"}': 1,
      'shortlink_rate_limited_total{limit="bulk"}': 1,
      shortlink_hits_dropped_total: 0,
      shortlink_hit_worker_restarts_total: 0,
      shortlink_database_up: 1,
      shortlink_webhooks_due: 0,
      shortlink_webhooks_oldest_due_seconds: 0,
      'shortlink_outbox_deliveries{state="due"}': 0,
      'shortlink_outbox_deliveries{state="later"}': 0,
    })
    expect(seen.get('shortlink_redirect_duration_seconds_count')).toBe(4)
    expect(seen.get('shortlink_redirect_duration_seconds_bucket{le="+Inf"}')).toBe(4)
    // The change of the new link may arrive after its first visit, which causes a second lookup.
    const [hits = 0, misses = 0] = ['hits', 'misses'].map((kind) => seen.get(`shortlink_cache_${kind}_total`))
    expect([hits > 0, misses > 0, hits + misses]).toEqual([true, true, 4])
    for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'nodejs_eventloop_lag_p99_seconds'])
      expect([name, seen.has(name)]).toEqual([name, true])
    expect(seen.has('shortlink_pool_connections{state="total"}')).toBe(database === 'postgres')
  })

  it('the metrics count what links refuse, by reason', async () => {
    const account = await newAccount(server.url)
    const slug = (reason: string) => `${reason}-${database}`
    const links = [
      ['startsAt: "2100-01-01T00:00:00Z"', 'scheduled'],
      ['expiresAt: "2020-01-01T00:00:00Z", fallbackTarget: "https://example.com/"', 'expired'],
      ['maxVisits: 1', 'used_up'],
      ['enableTracking: true', 'blocked'],
      ['password: "open sesame"', 'locked'],
    ].map(
      ([option, reason = '']) =>
        `${reason}: createShortlink(target: "https://example.com/", shortlink: "${slug(reason)}", ${option})`,
    )
    expect((await account.ask(`mutation { ${links.join(' ')} }`)).errors).toEqual([])
    await store?.links.setDisabled('', slug('blocked'), Date.now())
    const post = (password: string) =>
      fetch(`${server.url}/${slug('locked')}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ password }),
      })
    const statuses = []
    for (const reason of ['scheduled', 'expired', 'used_up', 'used_up', 'blocked', 'locked'])
      statuses.push((await follow(server.url, slug(reason), PERSON)).status)
    for (const password of ['wrong', 'wrong', 'open sesame']) statuses.push((await post(password)).status)
    expect(statuses).toEqual([404, 302, 302, 410, 410, 403, 403, 403, 303])
    const guess = await account.ask(`{ targetUrl(shortlink: "${slug('locked')}", password: "wrong") }`)
    expect(guess.errors).toMatchObject([{ message: 'Wrong password' }])
    const refused = [...(await figures())].filter(([name]) => name.includes('redirects_refused'))
    expect(Object.fromEntries(refused)).toEqual({
      'shortlink_redirects_refused_total{reason="scheduled"}': 1,
      'shortlink_redirects_refused_total{reason="expired"}': 1,
      'shortlink_redirects_refused_total{reason="used_up"}': 1,
      'shortlink_redirects_refused_total{reason="blocked"}': 1,
      'shortlink_redirects_refused_total{reason="wrong_password"}': 3,
    })
  })

  it('the metrics need the token', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: TOKEN },
      { authorization: 'Bearer ' },
    ]) {
      const response = await fetch(`${server.url}/metrics`, { headers })
      expect([response.status, await response.text()]).toEqual([404, 'Target not found'])
    }
  })
})

it('the metrics are off without METRICS_TOKEN', async () => {
  const server = await startTestServer()
  const answers = [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }].map((headers) =>
    fetch(`${server.url}/metrics`, { headers }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
  await server.close('the test is over')
})
