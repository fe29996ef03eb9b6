import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { newAccount } from './api.ts'
import { openBrowser } from './browser.ts'
import { startTestServer } from './server.ts'

type Browser = Awaited<ReturnType<typeof openBrowser>>
type Account = Awaited<ReturnType<typeof newAccount>>

/**
 * The screens on which each page is looked at: contrast depends on the theme and not on the width, what fits depends on the width and not on
 * the theme, so each of both is there once.
 */
export const SCREENS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['a desktop in light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['a phone in dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark', hasTouch: true, isMobile: true }],
]

/** As people's browsers send it: visits of others count as those of programs. */
export const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' }

interface Opened {
  readonly page: Page
  readonly context: BrowserContext
}

/** A server and a browser for the tests of one file. What the console shows beside statuses of errors fails the test. */
export function useDash(settings: Record<string, string> = {}) {
  let browser: Browser
  let server: RunningServer
  beforeAll(async () => {
    browser = await openBrowser()
    server = await startTestServer({ settings })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close('tests are over')
  })

  async function open(options: BrowserContextOptions, work: (opened: Opened) => Promise<void>) {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      baseURL: server.url,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      ...options,
    })
    const complaints: string[] = []
    context.on('console', (message) => complaints.push(message.text()))
    context.on('weberror', (error) => complaints.push(String(error.error())))
    try {
      await work({ page: await context.newPage(), context })
      expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([])
    } finally {
      await context.close()
    }
  }

  return {
    get url() {
      return server.url
    },
    newAccount: () => newAccount(server.url),
    open,
    /** The same with a session of the account. */
    signedIn: (account: Account, work: (opened: Opened) => Promise<void>, options: BrowserContextOptions = {}) =>
      open(options, async (opened) => {
        await opened.page.goto('/dash/sign-in')
        await signIn(opened.page, account)
        await opened.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
        await work(opened)
      }),
  }
}

/** Fills the form of the sign-in page or dialog. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Makes links and returns them in the order of the inputs. */
export async function makeLinks(account: Account, inputs: readonly object[]) {
  const { data } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortUrl shortlink } } }',
    { inputs },
  )
  return (data.createShortlinks as { shortlink: { id: string; shortUrl: string; shortlink: string } }[]).map(
    ({ shortlink }) => shortlink,
  )
}

/** Whether the keyboard is at the control. */
export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === element.ownerDocument.activeElement)

/** Presses Tab until the control has the focus, at most 200 times: fails for what the keyboard does not reach. */
export async function tabTo(page: Page, control: Locator) {
  await control.waitFor()
  for (let presses = 0; presses < 200; presses++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(control)}`)
}

/** What a stubbed server answers: an error with this code, no answer at all, or an answer that never comes. */
export type Stub =
  | { readonly code: string; readonly message?: string; readonly retryAfterSeconds?: number }
  | 'offline'
  | 'never'

/** Answers the operations whose text has this field as the stub says, instead of the server, until the returned function is called. */
export async function stubField(page: Page, field: string, stub: Stub): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const { query = '' } = (route.request().postDataJSON() ?? {}) as { query?: string }
    if (!new RegExp(`\\b${field}\\b`).test(query)) return route.fallback()
    if (stub === 'never') return
    if (stub === 'offline') return route.abort('connectionrefused')
    const { code, message = 'As the test wants it', retryAfterSeconds } = stub
    return route.fulfill({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'stubbed-request',
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      },
      body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
    })
  }
  await page.route('**/graphql', handle)
  return () => page.unroute('**/graphql', handle)
}
