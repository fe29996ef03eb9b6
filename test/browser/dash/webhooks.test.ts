import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectLater, followLink, forgetAnswers, hasFocus, stubField, tabTo, useDash } from '../../support/dash.ts'
import { startReceiver } from '../../support/receiver.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

/** Two tries a second apart, so that failing for good takes a second. */
const dash = useDash({ WEBHOOK_RETRY_SCHEDULE: '1' })
type Account = Awaited<ReturnType<typeof dash.newAccount>>

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

/** A receiver whose answer can be changed. */
async function changeableReceiver(status: number, body = '') {
  const answer = { status, body }
  const receiver = await startReceiver((_request, response: ServerResponse) =>
    response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.body),
  )
  return { ...receiver, answer }
}

async function createWebhook(account: Account, url: string, events = ['link.created', 'link.clicked']) {
  const { data } = await account.ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', {
    input: { url, events },
  })
  return data.createWebhook.id as string
}

const sendTest = (account: Account, id: string) =>
  account.ask('mutation ($id: ID!) { sendTestEvent(webhookId: $id) { id } }', { id })

const stateOf = async (account: Account) =>
  (await account.ask('{ webhooks { url events enabled failures lastDelivery { status } } }')).data.webhooks[0]

/** The secret that a dialog shows, which it then confirms to have copied. */
async function takeSecret(page: Page, press: (name: string) => Promise<void>) {
  const dialog = page.getByRole('dialog', { name: 'Webhook secret' })
  const secret = await dialog.locator('pre').innerText()
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await press('I have copied it')
  await dialog.waitFor({ state: 'hidden' })
  return secret
}

/** Changes whether a webhook gets events of a type, by keys. */
async function tick(page: Page, event: string) {
  const box = page.getByRole('checkbox', { name: event })
  await tabTo(page, box)
  const was = await box.isChecked()
  await page.keyboard.press('Space')
  await expect.poll(() => box.isChecked()).toBe(!was)
}

describe('on a phone and on a desktop', () => {
  it('the pages of webhooks are accessible and scroll in one direction only', async () => {
    const account = await dash.newAccount()
    const receiver = await changeableReceiver(500, `<p>${'W'.repeat(300)}</p>`)
    await dash.signedIn(
      account,
      async ({ page }) => {
        const look = async (text: string) => {
          await page.getByText(text).first().waitFor()
          await expectGoodOnBothScreens(page)
        }
        await page.goto('/dash/webhooks')
        await look('No webhooks yet')
        await page.getByRole('button', { name: 'New webhook' }).click()
        await look('a link is visited')
        const id = await createWebhook(account, `${receiver.url}${'W'.repeat(200)}`)
        await sendTest(account, id)
        await expect.poll(async () => (await stateOf(account)).lastDelivery?.status).toBe('FAILED')
        await page.goto('/dash/webhooks')
        await look('Failing')
        await page.goto(`/dash/webhooks/${id}`)
        await page.locator('summary', { hasText: 'HTTP 500' }).click()
        await page.locator('summary', { hasText: 'Node.js' }).click()
        await look('"type": "link.created"')
      },
      PHONE,
    )
  })
})

describe('webhooks', () => {
  it('are made, tried, changed, switched, given a new secret and deleted by the keyboard alone', async () => {
    const account = await dash.newAccount()
    const receiver = await changeableReceiver(200, 'thanks')
    await dash.atLinks(account, async ({ page }) => {
      const press = async (name: string) => {
        const scope = (await page.locator('dialog[open]').count()) > 0 ? page.locator('dialog[open]') : page
        await tabTo(page, scope.getByRole('button', { name, exact: true }))
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('g')
      await page.keyboard.press('w')
      await page.getByText('No webhooks yet').waitFor()
      await press('New webhook')
      await tabTo(page, page.getByLabel('Endpoint URL'))
      await page.keyboard.type('https://me:secret@example.com/')
      await press('Create webhook')
      await page.getByText('URL must not contain a user name or password.').waitFor()
      await tabTo(page, page.getByLabel('Endpoint URL'))
      await page.keyboard.press('Control+a')
      await page.keyboard.type(receiver.url)
      await tick(page, 'link.clicked')
      await press('Create webhook')
      await page.getByRole('dialog', { name: 'Webhook secret' }).waitFor()
      await expectAccessible(page)
      const secret = await takeSecret(page, press)
      await page.waitForURL('**/dash/webhooks/*')
      await page.getByText('No deliveries yet').waitFor()
      expect(await page.content()).not.toContain(secret)

      await press('Send test event')
      const row = page.getByRole('listitem').filter({ hasText: 'Delivered' })
      await tabTo(page, row.locator('summary'))
      await page.keyboard.press('Enter')
      const [posted] = await receiver.arrived(1)
      await page.getByText('"type": "link.created"').waitFor()
      await page.getByText('thanks').waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Copy body' }))
      await page.keyboard.press('Enter')
      await page.getByText('Copied', { exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(posted?.body)

      await tick(page, 'bio.viewed')
      await press('Save')
      await page.getByText('Webhook updated').waitFor()
      expect(await stateOf(account)).toMatchObject({ events: ['link.created', 'bio.viewed'], url: receiver.url })

      await press('Disable')
      await page.getByText('Events that happen now are not sent').waitFor()
      await press('Enable')
      await page.getByText('Webhook enabled').waitFor()

      await press('Rotate secret')
      await page.getByText('Messages are signed with both').waitFor()
      await press('Rotate secret')
      const second = await takeSecret(page, press)
      expect(second).not.toBe(secret)
      expect(await page.content()).not.toContain(second)

      await press('Delete')
      await page.getByRole('dialog').getByText('stops receiving events').waitFor()
      expect(await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))).toBe(true)
      await press('Delete')
      await page.getByText('No webhooks yet').waitFor()
      expect((await account.ask('{ webhooks { id } }')).data.webhooks).toEqual([])
    })
  })

  it('a failed delivery shows, and once the receiver is mended a replay succeeds without a reload', async () => {
    const account = await dash.newAccount()
    const receiver = await changeableReceiver(500, HOSTILE)
    const id = await createWebhook(account, `${receiver.url}${encodeURI(HOSTILE)}?${HOSTILE.replaceAll(' ', '+')}`)
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      await page.goto(`/dash/webhooks/${id}`)
      await page.getByRole('button', { name: 'Send test event' }).click()
      const status = page.getByRole('list', { name: 'Deliveries' }).locator('.chip')
      await expectLater(page, () => status.getByText('Failed').isVisible())
      await page.getByLabel('Delivery status').selectOption('FAILED')
      await page.waitForURL('**?status=FAILED')
      await page.locator('summary', { hasText: 'HTTP 500' }).click()
      await page.getByText(HOSTILE).waitFor()
      expect(await page.locator('main :is(img, script)').count()).toBe(0)
      await page.getByLabel('Delivery status').selectOption('')
      receiver.answer.status = 200
      await page.getByRole('button', { name: /^Resend: link\.created/ }).click()
      await expectLater(page, () => status.getByText('Delivered').isVisible())
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    })
  })

  it('one that 20 failures switched off says so and is switched on again', async () => {
    const account = await dash.newAccount()
    const receiver = await changeableReceiver(500)
    const id = await createWebhook(account, receiver.url)
    for (let event = 0; event < 20; event++) await sendTest(account, id)
    await expect.poll(async () => (await stateOf(account)).enabled).toBe(false)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/webhooks')
      await page.getByText('Disabled: 20 failures').waitFor()
      await page.getByText('20 events in a row failed permanently').waitFor()
      await page.getByRole('link', { name: `127.0.0.1:${receiver.port}` }).click()
      await page.getByText('20 events in a row failed permanently').waitFor()
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByText('Enabled', { exact: true }).waitFor()
      // It is shown at once, before the server has changed it.
      await expect.poll(() => stateOf(account)).toMatchObject({ enabled: true, failures: 0 })
    })
  })

  it('whether one is on shows at once, and as before once the server refuses it', async () => {
    const account = await dash.newAccount()
    const id = await createWebhook(account, 'https://example.com/hook')
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/webhooks/${id}`)
      await page.getByText('Enabled', { exact: true }).waitFor()
      const restore = await stubField(page, 'updateWebhook', 'never')
      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Disabled', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('Enabled', { exact: true }).waitFor()
      await restore()
      await stubField(page, 'updateWebhook', { code: 'CONFLICT', message: 'Not now' })
      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Not now').waitFor()
      await page.getByText('Enabled', { exact: true }).waitFor()
    })
  })

  it('what is typed in the form of one outlives a reload, but not once it is discarded', async () => {
    const account = await dash.newAccount()
    const id = await createWebhook(account, 'https://example.com/hook')
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`/dash/webhooks/${id}`)
      const url = page.getByLabel('Endpoint URL')
      await url.fill('https://example.com/half')
      await page.getByRole('checkbox', { name: 'bio.viewed' }).check()
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await url.inputValue()).toBe('https://example.com/half')
      expect(await page.getByRole('checkbox', { name: 'bio.viewed' }).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.reload()
      await url.waitFor()
      expect(await url.inputValue()).toBe('https://example.com/hook')
    })
  })

  it('what goes wrong is said in its place', async () => {
    const account = await dash.newAccount()
    const id = await createWebhook(account, 'https://example.com/hook')
    await dash.signedIn(account, async ({ page }) => {
      const shows = async (path: string, stub: Parameters<typeof stubField>[2], field: string, text: string) => {
        await forgetAnswers(page)
        const restore = await stubField(page, field, stub)
        await followLink(page, path)
        await page.getByText(text).first().waitFor()
        await restore()
      }
      await page.goto('/dash/nowhere')
      for (const [path, field] of [
        ['/dash/webhooks', 'lastDelivery'],
        [`/dash/webhooks/${id}`, 'webhookDeliveries'],
      ] as const) {
        await shows(path, { code: 'INTERNAL_SERVER_ERROR' }, field, 'Request ID: stubbed-request')
        await shows(path, { code: 'RATE_LIMITED', retryAfterSeconds: 50 }, field, 'Try again in')
        await shows(path, 'never', field, 'Loading')
        await shows(path, 'offline', field, 'The server is unreachable')
      }
      await followLink(page, '/dash/webhooks/nothing')
      await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
      await followLink(page, '/dash/webhooks')
      await page.getByText('example.com/hook').waitFor()
      const restore = await stubField(page, 'createWebhook', { code: 'PLAN_LIMIT', message: 'The plan has 1 webhook' })
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('Endpoint URL').fill('https://example.com/other')
      // At once, before the page is drawn with what was typed.
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('The plan has 1 webhook').waitFor()
      await page.getByRole('dialog').getByRole('link', { name: 'View plan' }).waitFor()
      await restore()
    })
  })
})
