import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { signIn } from '../../support/dash.ts'
import { type Replicas, startReplicas } from '../../support/replicas.ts'
import { CLIENTS, signInState } from '../../support/sdk-client.ts'
import { DATABASES } from '../../support/server.ts'
import { useBrowser } from '../../support/shared-browser.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const browser = useBrowser()

/** Listens as an app on the user's machine does, for the answer that the browser brings. */
async function listenForAnswer() {
  const answer = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/callback') answer.resolve(searchParams)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Done</title>You can close this page.')
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { redirect: `http://localhost:${port}/callback`, answer: answer.promise, close: () => server.close() }
}

describe.each(DATABASES)('an assistant on %s', (database) => {
  let replicas: Replicas
  beforeAll(async () => {
    replicas = await startReplicas(database)
  })
  afterAll(() => replicas.close())

  // On Postgres the user signs in and consents on one replica, and the client talks to the other one.
  it.each(['v1', 'v2'] as const)('signs in with the official client %s and is disconnected', async (version) => {
    const { base, servers, fetchFrom } = replicas
    const account = await newAccount(servers[0]?.url ?? '')
    const listener = await listenForAnswer()
    const { state, provider } = signInState({ kind: 'registered' }, listener.redirect)
    const fetchFromLast = fetchFrom(servers.at(-1) as RunningServer)
    const statuses: number[] = []
    const client = CLIENTS[version]({
      address: new URL(`${base}/mcp/oauth`),
      provider,
      async fetch(input, init) {
        const response = await fetchFromLast(input, init)
        if (new URL(String(input)).pathname === '/mcp/oauth') statuses.push(response.status)
        return response
      },
    })
    // Without a token the client registers, and asks for the browser.
    await expect(client.connect()).rejects.toThrow('Unauthorized')
    expect(statuses).toEqual([401])
    const context = await browser.newContext({ locale: 'en-US' })
    try {
      const page = await context.newPage()
      await page.goto(state.authorization)
      await signIn(page, account)
      await page.getByRole('heading', { name: 'Connect Official client to your account?' }).waitFor()
      await page.getByText('Unverified app').waitFor()
      await page.getByRole('checkbox', { name: /^Create and change links/ }).uncheck()
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByText('You can close this page.').waitFor()
      await client.finish(await listener.answer)

      await client.connect()
      expect(await client.tools()).toContain('list_shortlinks')
      expect(await client.tools()).not.toContain('update_shortlinks')
      expect(await client.call('whoami', {})).toMatchObject({ email: account.email })
      expect(await client.call('update_shortlinks', { inputs: [{ id: '1', title: 'new' }] })).toEqual({
        error:
          'This app lacks the scope links:write; connect it again and tick "Create and change links, tags and aliases"',
      })

      await page.goto(`${base}/dash/settings`)
      const apps = page.getByRole('region', { name: 'Connected apps' })
      await apps.getByText('Unverified app').waitFor()
      await apps.getByRole('button', { name: 'Disconnect Official client' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await apps.getByText('No connected apps yet').waitFor()
      statuses.length = 0
      await expect(client.call('whoami', {})).rejects.toThrow('Unauthorized')
      expect(statuses).toEqual([401])
    } finally {
      await context.close()
      await client.close()
      listener.close()
    }
  })
})

it('an app with another return URL gets nothing, and its user a page that says why', async () => {
  const replicas = await startReplicas('sqlite')
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const { state, provider } = signInState({ kind: 'registered' })
  const client = CLIENTS.v2({ address: new URL(`${replicas.base}/mcp/oauth`), provider, fetch })
  await expect(client.connect()).rejects.toThrow('Unauthorized')
  const forged = new URL(state.authorization)
  forged.searchParams.set('redirect_uri', 'https://evil.example/callback')
  await page.goto(forged.href)
  await page.getByRole('heading', { name: "The app's return URL is not registered" }).waitFor()
  await expectGoodOnBothScreens(page)
  await context.close()
  await replicas.close()
})
