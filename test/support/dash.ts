import { buffer } from 'node:stream/consumers'
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { newAccount } from './api.ts'
import { keepPage, type Opened } from './kept-page.ts'
import { useTestServer, withPatientReads } from './server.ts'
import { useBrowser } from './shared-browser.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

/** Headers of a human visitor's browser: requests without them count as bots. */
export const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' }

type Work = (opened: Opened) => Promise<void>

/** The size of a page that a test asks for no other. */
const DESKTOP = { width: 1280, height: 720 }

/** Provides a server and a browser for the tests of one file. Console output other than error statuses fails the test. */
export function useDash(settings: Record<string, string> = {}, configure: Configure = () => {}) {
  const browser = useBrowser()
  const server = useTestServer({
    settings,
    async configure(root) {
      await withPatientReads(root)
      await configure(root)
    },
  })

  async function openNew(options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      baseURL: server.url,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      viewport: DESKTOP,
      ...options,
    })
    return { page: await context.newPage(), context }
  }
  const kept = keepPage(openNew, () => server.url)

  async function open(work: Work, { viewport = DESKTOP, ...others }: BrowserContextOptions = {}) {
    const isKept = Object.keys(others).length === 0
    const opened = isKept ? await kept.take() : await openNew({ viewport, ...others })
    const { page, context } = opened
    if (isKept) await page.setViewportSize(viewport ?? DESKTOP)
    const complaints: string[] = []
    context.on('console', (message) => complaints.push(message.text()))
    context.on('weberror', (error) => complaints.push(String(error.error())))
    let isReusable = false
    try {
      await work(opened)
      expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([])
      isReusable = isKept
    } finally {
      await (isReusable ? kept.giveBack(opened) : context.close())
    }
  }

  const signedIn = (account: Account, work: Work, options: BrowserContextOptions = {}) =>
    open(async (opened) => {
      await beginSession(opened.page, account)
      await work(opened)
    }, options)

  return {
    get url() {
      return server.url
    },
    newAccount: () => newAccount(server.url),
    /** Runs the work on a page without a session. */
    open,
    /** The same with a session of the account. */
    signedIn,
    /** The same at the list of links. */
    atLinks: (account: Account, work: Work, options: BrowserContextOptions = {}) =>
      signedIn(
        account,
        async (opened) => {
          await opened.page.goto('/dash')
          await opened.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
          await work(opened)
        },
        options,
      ),
  }
}

/** Signs in like the form of the sign-in page, on a page of the same origin that loads nothing. */
async function beginSession(page: Page, { id, email, password }: Account) {
  // A kept page is there already.
  if (new URL(page.url()).pathname !== '/healthz') await page.goto('/healthz')
  const query =
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { id } } }'
  const headers = { 'content-type': 'application/json', 'shortlink-session': 'cookie' }
  const request = { method: 'POST', headers, body: JSON.stringify({ query, variables: { email, password } }) }
  const answer = await page.evaluate<string>(
    `fetch('/graphql', ${JSON.stringify(request)}).then((response) => response.text())`,
  )
  expect(JSON.parse(answer)).toEqual({ data: { login: { user: { id } } } })
  await page.evaluate(`localStorage.setItem('shortlink.signed-in', ${JSON.stringify(id)})`)
}

/** Fills the form of the sign-in page or dialog. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Creates links and returns them in the order of the inputs. */
export async function makeLinks(account: Account, inputs: readonly object[]) {
  const { data, errors } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortUrl shortlink } } }',
    { inputs },
  )
  expect(errors).toEqual([])
  return (data.createShortlinks as { shortlink: { id: string; shortUrl: string; shortlink: string } }[]).map(
    ({ shortlink }) => shortlink,
  )
}

/** Counts requests with this field in their operation. */
export function countAsked(page: Page, field: string): () => number {
  let count = 0
  page.on('request', (sent) => {
    if (sent.postData()?.includes(field)) count++
  })
  return () => count
}

/** Advances the installed clock of the page until the condition holds, so that periodic work of the page costs a test no time. */
export const expectLater = (page: Page, isSo: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return isSo()
    })
    .toBe(true)

/** Navigates to a path like a link of the page, without reloading the page. */
export const followLink = (page: Page, path: string) =>
  page.evaluate(`{
    const link = document.body.appendChild(document.createElement('a'))
    link.href = ${JSON.stringify(path)}
    link.click()
    link.remove()
  }`)

/**
 * Empties the dashboard's cache of answers: opens a page that sends no requests and broadcasts a sign-in there. The next page then requests
 * its data as after a page load, for a third of the CPU.
 */
export async function forgetAnswers(page: Page) {
  const [leave, nowhere] = [
    page.getByRole('button', { name: 'Leave without saving' }),
    page.getByRole('heading', { name: 'Page not found', level: 1 }),
  ]
  await followLink(page, '/dash/nowhere')
  await leave.or(nowhere).waitFor()
  if (await leave.isVisible()) await leave.click()
  await nowhere.waitFor()
  await page.evaluate(`new Promise((resolve) => {
    const [here, there] = Array.from({ length: 2 }, () => new BroadcastChannel('shortlink.session'))
    // The page opened its channel earlier, so it has the message by then.
    here.onmessage = resolve
    there.postMessage('signed-in')
  })`)
}

/** Returns the file that the page downloads after the action. */
export async function savedFile(page: Page, act: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  // The browser may belong to another process, so its download folder is unknown here.
  return buffer(await download.createReadStream())
}

/** Returns the current number of visits to an account's links. A busy server may reject the first attempts. */
export async function countedClicks(account: Account): Promise<number> {
  let clicks = Number.NaN
  await expect
    .poll(async () => {
      clicks = await account.clicks()
      return clicks
    })
    .not.toBeNaN()
  return clicks
}

/** Whether the control has the keyboard focus. */
export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === element.ownerDocument.activeElement)

/** Opens all closed sections of the link form. */
export async function openSections(page: Page) {
  await page.locator('[data-section]').first().waitFor()
  const closed = page.locator('[data-section]:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Presses Tab until the control has the focus, at most 200 times. Fails if the keyboard does not reach the control. */
export async function tabTo(page: Page, control: Locator) {
  await control.waitFor()
  for (let presses = 0; presses < 200; presses++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(control)}`)
}

/** The response of a stubbed server: an error with this code, a refused connection, or a request that never ends. */
export type Stub =
  | { readonly code: string; readonly message?: string; readonly retryAfterSeconds?: number }
  | 'offline'
  | 'never'

/**
 * Returns the stub for operations with this field in their text, instead of the server's response, until the caller runs the returned
 * function.
 */
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

/** Leaves an earlier import, if there is one, for the choice of a file. */
export async function leaveImport(page: Page) {
  const field = page.getByLabel('File', { exact: true })
  const button = page.getByRole('button', { name: 'Choose another file' })
  await field.or(button).waitFor()
  if (await button.isVisible()) await button.click()
  await field.waitFor()
}
