import { describe, expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { ask, newAccount } from '../support/api.ts'
import { freePort } from '../support/free-port.ts'
import { DATABASES, startTestServer, testEnvironment } from '../support/server.ts'
import { waitFor } from '../support/wait-for.ts'

const OLD = {
  JWT_SECRET: 'the earlier secret, 32 bytes or more',
  APIKEY_PEPPER: 'the earlier pepper, 32 bytes or more',
}
const NEW = {
  JWT_SECRET: 'the new secret with 32 bytes or more',
  APIKEY_PEPPER: 'the new pepper with 32 bytes or more',
}
const withPrevious = (own: typeof OLD, other: typeof OLD) => ({
  ...own,
  JWT_SECRET_PREVIOUS: other.JWT_SECRET,
  APIKEY_PEPPER_PREVIOUS: other.APIKEY_PEPPER,
})
const WHO = '{ getUserInfo { id } }'
const MINUTE_MS = 60_000

/** A database, and servers on it whose secrets differ. A minute passes from each start to the next, so that each notes the use of keys. */
async function instance(database: (typeof DATABASES)[number]) {
  const environment = await testEnvironment(database)
  let aheadMs = 0
  async function start(secrets: Record<string, string>) {
    aheadMs += 2 * MINUTE_MS
    const settings = { ...environment, ...secrets, PORT: String(await freePort()) }
    const server = await startTestServer({
      settings,
      configure: (root) => root.replace('clock', { now: () => Date.now() + aheadMs }),
    })
    let isClosed = false
    const close = async () => {
      if (!isClosed) await server.close('it is replaced')
      isClosed = true
    }
    onTestFinished(close)
    return { url: server.url, close }
  }
  const doctor = async (secrets: Record<string, string>) =>
    (await runInProcess({ ...environment, ...secrets, BASE_URL: 'http://localhost:3000' }, ['doctor'])).stdout
  return { start, doctor }
}

const newKey = async (url: string, headers: Record<string, string>, rights = '') => {
  const { data } = await ask(url, `mutation { createApiKey(label: "k"${rights}) { secret } }`, {}, headers)
  return { 'x-api-key': data.createApiKey.secret as string }
}

/** Sends requests with every credential to every server, ten times, and returns those that were refused. */
async function refusals(urls: readonly string[], credentials: readonly Record<string, string>[]) {
  const calls = Array.from({ length: 10 }, () =>
    urls.flatMap((url) => credentials.map((one) => ask(url, WHO, {}, one))),
  )
  const answers = await Promise.all(calls.flat())
  return answers.filter(({ data }) => data?.getUserInfo == null)
}

describe.each(DATABASES)('a rotation of the secrets on %s', (database) => {
  it('refuses no credential from before, during or after it, and says which keys still need the previous pepper', async () => {
    const { start, doctor } = await instance(database)
    const before = await start(OLD)
    const account = await newAccount(before.url)
    const keys = [
      await newKey(before.url, account.headers),
      await newKey(before.url, account.headers, ', scopes: ["links:read"], targetHosts: [".example.com"]'),
    ]
    const unused = await newKey(before.url, account.headers)
    const credentials = [account.headers, ...keys]
    expect(await refusals([before.url], credentials)).toEqual([])

    // Replicas of SQLite have one after the other.
    const isShared = database === 'postgres'
    await before.close()
    const still = await start(withPrevious(OLD, NEW))
    expect(await refusals([still.url], credentials)).toEqual([])
    if (!isShared) await still.close()
    const rotated = await start(withPrevious(NEW, OLD))
    const urls = isShared ? [still.url, rotated.url] : [rotated.url]
    for (const url of urls) credentials.push(await newKey(url, account.headers), (await logIn(url, account)).headers)
    expect(await refusals(urls, credentials)).toEqual([])
    await still.close()
    await rotated.close()

    const last = await start(withPrevious(NEW, OLD))
    expect(await refusals([last.url], credentials)).toEqual([])
    await waitFor(async () =>
      expect(await doctor(withPrevious(NEW, OLD))).toMatch(
        /WARN\S* {2}pepper: 1 API key may require APIKEY_PEPPER_PREVIOUS/,
      ),
    )
    expect(await refusals([last.url], [unused])).toEqual([])
    await waitFor(async () =>
      expect(await doctor(withPrevious(NEW, OLD))).toContain('no API key requires APIKEY_PEPPER_PREVIOUS'),
    )
    await last.close()

    const after = await start({ ...NEW, JWT_SECRET_PREVIOUS: OLD.JWT_SECRET })
    expect(await refusals([after.url], [...credentials, unused])).toEqual([])
    await after.close()
    const without = await start(NEW)
    expect((await refusals([without.url], [account.headers, ...keys])).length).toBe(10)
  })

  it('replays idempotent calls from before it, and doctor asks for the restart that begins it', async () => {
    const { start, doctor } = await instance(database)
    const before = await start(OLD)
    const { headers } = await newAccount(before.url)
    const create = (url: string) =>
      ask(
        url,
        'mutation { createShortlink(target: "https://example.com/") }',
        {},
        { ...headers, 'idempotency-key': 'k' },
      )
    const first = await create(before.url)
    await before.close()
    expect(await doctor(withPrevious(NEW, OLD))).toContain('restart the server to rotate it')
    const after = await start(withPrevious(NEW, OLD))
    expect(await create(after.url)).toEqual(first)
    expect(first.data.createShortlink).toEqual(expect.any(String))
  })
})

async function logIn(url: string, { email, password }: { email: string; password: string }) {
  const query = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
  const { data } = await ask(url, query, { email, password })
  return { headers: { authorization: `Bearer ${data.login.token}` } }
}
