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
    /** Resolves when both replicas answer so. */
    const areAll = (slug: string, status: number) =>
      expect.poll(async () => (await statuses(slug)).every((each) => each === status), { interval: 20 }).toBe(true)
    const run = async (...args: string[]) => expect((await shortlink(environment, args)).code).toBe(0)

    const account = await newAccount(one.url)
    await ask(one.url, CREATE, { slug: 'phish' })
    await account.ask(CREATE, { slug: 'theirs' })
    for (const slug of ['phish', 'theirs']) expect(await statuses(slug)).toEqual([302, 302])

    await run('link', 'disable', 'phish')
    await areAll('phish', 410)
    await run('link', 'enable', 'phish')
    await areAll('phish', 302)
    await run('link', 'delete', 'phish')
    await areAll('phish', 404)

    await run('user', 'disable', account.email)
    await areAll('theirs', 410)
    for (const url of urls) {
      const { errors } = await ask(url, '{ getUserInfo { id } }', {}, account.headers)
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    }
    await run('user', 'enable', account.email)
    await areAll('theirs', 302)
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
