import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeLinks, useDash } from '../../support/dash.ts'

const dash = useDash()
type Account = Awaited<ReturnType<typeof dash.newAccount>>

/** Lets the server carry out the next request with this field, and holds its answer back until the returned function is called. */
async function heldAnswer(page: Page, field: string) {
  const [carriedOut, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  await page.route('**/graphql', async (route: Route) => {
    if (isHeld || !route.request().postData()?.includes(field)) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    carriedOut.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return { carriedOut: carriedOut.promise, release: released.resolve }
}

async function linkPage(account: Account) {
  const [link] = await makeLinks(account, [{ target: 'https://example.com/', title: 'First' }])
  return `/dash/links/${link?.id}/edit`
}

async function webhookPage(account: Account) {
  const { data } = await account.ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', {
    input: { url: 'https://example.com/first', events: ['link.created'] },
  })
  return `/dash/webhooks/${data.createWebhook.id}`
}

async function bioPage(account: Account) {
  const { data } = await account.ask('mutation ($input: CreateBioPageInput!) { createBioPage(input: $input) { id } }', {
    input: { slug: `typed-${account.id}` },
  })
  return `/dash/bio/${data.createBioPage.id}`
}

/** Forms: the page, the mutation, the field, what is sent with which button, and what is typed before the answer comes. */
const FORMS: readonly (readonly [
  name: string,
  path: (account: Account) => string | Promise<string>,
  mutation: string,
  field: string,
  sent: string,
  button: string,
  typed: string,
])[] = [
  ['a link', linkPage, 'updateShortlink', 'Title', 'Second', 'Save', 'First'],
  [
    'a new link',
    () => '/dash',
    'addShortlink',
    'Destination URL',
    'https://example.com/1',
    'Shorten',
    'https://example.com/2',
  ],
  [
    'a webhook',
    webhookPage,
    'updateWebhook',
    'Endpoint URL',
    'https://example.com/2',
    'Save',
    'https://example.com/first',
  ],
  ['a bio page', bioPage, 'updateBioPage', 'Title', 'Second', 'Save', 'Third'],
  [
    'a domain',
    () => '/dash/domains',
    'addDomain',
    'Domain',
    `one-${process.pid}.example.com`,
    'Add domain',
    'two.example.com',
  ],
  ['a key', () => '/dash/settings', 'createApiKey', 'Label', 'laptop', 'Create key', 'phone'],
]

describe('what is typed while the answer to a change is awaited', () => {
  it.each(FORMS)('stays in the form of %s', async (_name, path, mutation, label, sent, button, typed) => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(await path(account))
      const held = await heldAnswer(page, mutation)
      const field = page.getByLabel(label, { exact: true }).first()
      const submit = page.getByRole('button', { name: button, exact: true }).first()
      await field.fill(sent)
      await submit.click()
      await held.carriedOut
      await field.fill(typed)
      held.release()
      await expect.poll(() => submit.isEnabled()).toBe(true)
      expect(await field.inputValue()).toBe(typed)
    })
  })
})

describe('a double-click on the button of a form', () => {
  it.each(FORMS)('sends %s once', async (_name, path, mutation, label, sent, button) => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(await path(account))
      const field = page.getByLabel(label, { exact: true }).first()
      const submit = page.getByRole('button', { name: button, exact: true }).first()
      await field.fill(`${sent}-once`)
      let requests = 0
      page.on('request', (request) => {
        if (request.postData()?.includes(mutation)) requests++
      })
      await submit.dblclick()
      await expect.poll(() => requests).toBe(1)
      await page.waitForLoadState('networkidle')
      expect(requests).toBe(1)
    })
  })
})
