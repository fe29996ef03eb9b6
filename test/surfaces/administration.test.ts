import type { Store } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { administrators } from '../support/administrators.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, surfaceDatabases, testEnvironment } from '../support/server.ts'

const SET_DISABLED = 'mutation ($id: ID!, $disabled: Boolean!) { adminSetUserDisabled(id: $id, disabled: $disabled) }'
const FORBIDDEN = { message: 'Only the session of an administrator may do this', extensions: { code: 'FORBIDDEN' } }

describe.each(surfaceDatabases(import.meta.url))('administration on %s', (database) => {
  async function start(settings: Record<string, string> = {}, configureMore: Configure = () => {}) {
    const { configure, promote } = administrators()
    const server = await startTestServer({
      database,
      settings,
      configure: async (root) => {
        await configureMore(root)
        await configure(root)
      },
    })
    onTestFinished(() => server.close('the test is over'))
    return { url: server.url, promote }
  }

  /** An account, and its answers on every surface. */
  async function everySurface(url: string) {
    const ada = await newAccount(url)
    const { data } = await ada.ask(`mutation {
      createShortlink(target: "https://example.com/", shortlink: "adas")
      createBioPage(input: { slug: "ada" }) { id }
      createApiKey(label: "agent") { secret }
    }`)
    const key = { 'x-api-key': data.createApiKey.secret as string }
    const mcp = rawClient(`${url}/mcp`, key['x-api-key'])
    const agent = await mcp.open()
    const login = () =>
      ask(url, 'mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token } }', {
        e: ada.email,
        p: ada.password,
      })
    const codes = async (answer: ReturnType<typeof ask>) =>
      (await answer).errors.map(({ extensions }) => extensions.code)
    const look = async () => ({
      session: await codes(ada.ask('{ getUserInfo { id } }')),
      key: await codes(ask(url, '{ getUserInfo { id } }', {}, key)),
      login: await codes(login()),
      mcp: (await agent.send(toolCall('whoami'))).status,
      rest: (await fetch(`${url}/api/v1/hits`, { headers: key })).status,
      link: (await follow(url, 'adas')).status,
      page: (await fetch(`${url}/bio/ada`)).status,
    })
    const stream = await fetch(`${url}/api/v1/live`, { headers: key })
    return { ada, look, stream }
  }

  const OPEN = { session: [], key: [], login: [], mcp: 200, rest: 200, link: 302, page: 200 }
  const REFUSED = ['UNAUTHENTICATED']
  const CLOSED = { session: REFUSED, key: REFUSED, login: REFUSED, mcp: 401, rest: 401, link: 410, page: 410 }

  it('an account that an administrator disables is out of every surface, and back when it is enabled', async () => {
    const { url, promote } = await start()
    const admin = await newAccount(url)
    await promote(admin)
    const { ada, look, stream } = await everySurface(url)
    expect(await look()).toEqual(OPEN)
    expect((await admin.ask(SET_DISABLED, { id: ada.id, disabled: true })).data).toEqual({ adminSetUserDisabled: true })
    await vi.waitFor(async () => expect(await look()).toEqual(CLOSED), { timeout: 60_000, interval: 50 })
    // Ends the wait for the stream's end.
    await stream.text()
    const { data } = await admin.ask(
      'query ($s: String) { adminUsers(search: $s) { items { id links disabledAt } } }',
      {
        s: ada.email,
      },
    )
    expect(data.adminUsers.items).toEqual([{ id: ada.id, links: 1, disabledAt: expect.any(String) }])
    await admin.ask(SET_DISABLED, { id: ada.id, disabled: false })
    await vi.waitFor(async () => expect(await look()).toEqual(OPEN), { timeout: 60_000, interval: 50 })
  })

  it('on each replica its credentials are refused at the next request, and its links from the announced change on', async () => {
    const environment = await testEnvironment(database)
    const here = await start(environment)
    let announced = Promise.resolve()
    const listening = (store: Store): Store => {
      announced = new Promise((resolve) => store.linkFeed.subscribe(() => resolve()))
      return store
    }
    // A file of SQLite has one server.
    const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    const there = database === 'sqlite' ? here : await start(other, (root) => root.decorate('store', listening))
    const admin = await newAccount(here.url)
    await here.promote(admin)
    const { ada, look, stream } = await everySurface(there.url)
    expect(await look()).toEqual(OPEN)
    await admin.ask(SET_DISABLED, { id: ada.id, disabled: true })
    const { link: _, ...credentials } = CLOSED
    expect(await look()).toMatchObject(credentials)
    await announced
    expect(await look()).toEqual(CLOSED)
    await stream.text()
  })

  it('only the session of an administrator administers, and the role ends with the next request', async () => {
    const { url, promote } = await start()
    const [admin, ada] = [await newAccount(url), await newAccount(url)]
    const link = await ada.ask('mutation { addShortlink(input: { target: "https://phish.example/login" }) { id } }')
    const { id } = link.data.addShortlink
    await promote(admin)
    const { data } = await admin.ask('mutation { createApiKey(label: "all") { secret } }')
    const links = '{ adminLinks(host: "phish.example") { items { id ownerEmail disabled } totalCount } }'
    const found = { id, ownerEmail: ada.email, disabled: false }
    expect((await admin.ask(links)).data.adminLinks).toEqual({ items: [found], totalCount: 1 })
    for (const answer of [
      await ada.ask(links),
      await ask(url, links, {}, { 'x-api-key': data.createApiKey.secret }),
      await ada.ask('mutation ($id: ID!) { adminSetLinkDisabled(id: $id, disabled: true) }', { id }),
    ])
      expect(answer.errors).toMatchObject([FORBIDDEN])
    expect((await ask(url, links)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await admin.ask(SET_DISABLED, { id: admin.id, disabled: true })).errors).toMatchObject([
      { message: 'You cannot disable your own account', extensions: { code: 'BAD_USER_INPUT' } },
    ])
    await promote(admin, 'USER')
    expect((await admin.ask(links)).errors).toMatchObject([FORBIDDEN])
  })

  it('ADMIN_EMAILS counts for accounts that exist at start, and no sign-up takes them', async () => {
    const settings = { ADMIN_EMAILS: 'Root@Example.com' }
    const { url } = await start(settings)
    const signUp =
      'mutation ($e: String!) { signup(name: "Root", email: $e, password: "engine number nine") { user { role } } }'
    const { errors } = await ask(url, signUp, { e: 'root@example.com' })
    expect(errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    expect((await ask(url, signUp, { e: 'other@example.com' })).data.signup.user.role).toBe('USER')
  })
})
