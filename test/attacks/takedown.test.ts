import { expect, it } from 'vitest'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

const CREATE = `mutation ($slug: String!) { createShortlink(target: "https://evil.example/", shortlink: $slug) }`

it.each(DATABASES)(
  'M7: on %s an operator takes an anonymous link and an account down, on all replicas within a second',
  async (database) => {
    const environment = await testEnvironment(database)
    const one = await spawnServer(environment)
    const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    // A SQLite file has one server.
    const two = database === 'postgres' ? await spawnServer(other) : one
    const urls = [one.url, two.url]
    const statuses = (slug: string) => Promise.all(urls.map(async (url) => (await follow(url, slug)).status))
    /** Milliseconds from the command's end until both replicas answer so. */
    const timeUntil = async (slug: string, status: number) => {
      const since = performance.now()
      while ((await statuses(slug)).some((each) => each !== status)) {
        if (performance.now() - since > 10_000) throw new Error(`${slug} is not ${status} after 10 s`)
      }
      return performance.now() - since
    }
    const run = async (...args: string[]) => expect((await shortlink(environment, args)).code).toBe(0)

    const account = await newAccount(one.url)
    await ask(one.url, CREATE, { slug: 'phish' })
    await account.ask(CREATE, { slug: 'theirs' })
    for (const slug of ['phish', 'theirs']) expect(await statuses(slug)).toEqual([302, 302])

    await run('link', 'disable', 'phish')
    expect(await timeUntil('phish', 410)).toBeLessThan(1000)
    await run('link', 'enable', 'phish')
    expect(await timeUntil('phish', 302)).toBeLessThan(1000)
    await run('link', 'delete', 'phish')
    expect(await timeUntil('phish', 404)).toBeLessThan(1000)

    await run('user', 'disable', account.email)
    expect(await timeUntil('theirs', 410)).toBeLessThan(1000)
    for (const url of urls) {
      const { errors } = await ask(url, '{ getUserInfo { id } }', {}, account.headers)
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    }
    await run('user', 'enable', account.email)
    expect(await timeUntil('theirs', 302)).toBeLessThan(1000)
    expect((await ask(two.url, '{ getUserInfo { id } }', {}, account.headers)).errors).toEqual([])
  },
)

it('M7: no link leads in circles, or to a host that looks like another', async () => {
  const { url } = await attackedServer('sqlite', { BASE_URL: 'https://sho.rt' })
  const create = (target: string) =>
    ask(url, 'mutation ($target: String!) { createShortlink(target: $target, shortlink: "loop1") }', { target })
  for (const target of ['https://sho.rt/loop1', 'https://paypal.com@evil.example/']) {
    expect((await create(target)).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  }
  expect((await create('https://sho.rt/bio/ada')).errors).toEqual([])
})
