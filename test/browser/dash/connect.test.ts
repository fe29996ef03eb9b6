import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { signIn, useDash } from '../../support/dash.ts'
import { publicUrl } from '../../support/oauth-app.ts'
import { CLIENTS, signInState } from '../../support/sdk-client.ts'

const dash = useDash()

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

it.each(['v1', 'v2'] as const)(
  'an assistant with the official client %s signs in and is disconnected',
  async (version) => {
    const account = await dash.newAccount()
    const listener = await listenForAnswer()
    const { state, provider } = signInState({ kind: 'registered' }, listener.redirect)
    const base = publicUrl(dash.url)
    const client = CLIENTS[version]({ address: new URL(`${base}/mcp/oauth`), provider, fetch })
    // Without a token the client registers, and asks for the browser.
    await expect(client.connect()).rejects.toThrow()
    try {
      await dash.open(async ({ page }) => {
        await page.goto(state.authorization)
        await signIn(page, account)
        await page.getByRole('heading', { name: 'Connect Official client to your account?' }).waitFor()
        await page.getByText('Unverified app').waitFor()
        await page.getByLabel('Create and change links').uncheck()
        await page.getByRole('button', { name: 'Connect', exact: true }).click()
        await page.getByText('You can close this page.').waitFor()
        await client.finish(await listener.answer)

        await client.connect()
        expect(await client.tools()).toContain('list_shortlinks')
        expect(await client.tools()).not.toContain('update_shortlinks')
        expect(await client.call('whoami', {})).toMatchObject({ email: account.email })

        await page.goto(`${base}/dash/settings`)
        const apps = page.getByRole('region', { name: 'Connected apps' })
        await apps.getByText('Unverified app').waitFor()
        await apps.getByRole('button', { name: 'Disconnect Official client' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
        await apps.getByText('No connected apps yet').waitFor()
        await expect(client.call('whoami', {})).rejects.toThrow()
      })
    } finally {
      await client.close()
      listener.close()
    }
  },
)
