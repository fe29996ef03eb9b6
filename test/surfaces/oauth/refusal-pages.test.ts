import { expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { appBrowser, consent, uidOf } from '../../support/app-browser.ts'
import { authorizationUrl, registered } from '../../support/oauth-app.ts'
import { useTestServer } from '../../support/server.ts'

const BROKEN = 'an app on which the store fails'

const server = useTestServer({
  settings: { WEBHOOK_ALLOW_PRIVATE: 'false' },
  configure: (root) =>
    root.decorate('store', (store) => ({
      ...store,
      oauthRecords: {
        ...store.oauthRecords,
        async find(kind, id) {
          if (id === BROKEN) throw new Error('the disk is broken')
          return store.oauthRecords.find(kind, id)
        },
      },
    })),
})

const HTML = { accept: 'text/html,application/xhtml+xml' }

/** The status, heading and advice of a page that a browser gets instead of going back to the app. */
async function pageAt(url: string, browser = appBrowser()) {
  const { response, location } = await browser.go(url, HTML)
  const page = await response.text()
  expect(location).toBe('')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(response.headers.get('cache-control')).toContain('no-store')
  return [response.status, textOf(page, 'h1'), textOf(page, 'p class="advice"')]
}

const textOf = (page: string, tag: string) =>
  (page.split(`<${tag}>`)[1] ?? '').split('<')[0]?.replaceAll('&#39;', "'") ?? ''

const INVALID = 'The app sent an invalid request'

it.each([
  [
    { redirect_uri: 'https://evil.example/callback' },
    400,
    "The app's return URL is not registered",
    'never registered',
  ],
  [{ client_id: 'removed' }, 400, 'Unknown app', 'then connect it again'],
  [{ client_id: 'https://127.0.0.1/app.json' }, 400, "The app's description is unavailable", 'tell the developer'],
  [{ client_id: undefined }, 400, INVALID, 'Error code: invalid_request'],
  [{ redirect_uri: undefined }, 400, INVALID, 'Error code: invalid_request'],
  [{ client_id: BROKEN }, 500, 'The app could not be connected', 'Something went wrong on this server'],
])('a request with %j gets a page in our words', async (given, status, heading, advice) => {
  const { client_id: clientId } = await registered(server.url)
  const page = await pageAt(authorizationUrl(server.url, clientId, given))
  expect(page).toEqual([status, heading, expect.stringContaining(advice)])
})

it('a request that has ended, and one of another browser, get a page in our words', async () => {
  const { headers } = await newAccount(server.url)
  const { client_id: clientId } = await registered(server.url)
  const browser = appBrowser()
  const { location } = await browser.go(authorizationUrl(server.url, clientId))
  const next = await consent(server.url, headers, uidOf(location))
  const other = await pageAt(next.replace(/ticket=.*/, 'ticket=guess'), browser)
  expect(other).toEqual([400, 'Not approved in this browser', expect.stringContaining('in another browser')])
  expect((await browser.go(next, HTML)).location).toContain('code=')
  const expired = [400, 'This request has expired', expect.stringContaining('connect it again')]
  expect(await pageAt(next, browser)).toEqual(expired)
  expect(await pageAt(next)).toEqual(expired)
})
