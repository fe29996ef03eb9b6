import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeLinks, savedFile, useDash } from '../../support/dash.ts'
import { startReceiver } from '../../support/receiver.ts'

const dash = useDash()
type Account = Awaited<ReturnType<typeof dash.newAccount>>

/** A user who counts actions: each click, key, filled field, choice and file is one. Typing a text is one, however long. */
function userOf(page: Page) {
  let actions = 0
  const counted =
    <Arguments extends unknown[]>(act: (...given: Arguments) => Promise<unknown>) =>
    async (...given: Arguments) => {
      actions++
      await act(...given)
    }
  return {
    count: () => actions,
    click: counted((target: Locator) => target.click()),
    fill: counted((target: Locator, text: string) => target.fill(text)),
    type: counted((text: string) => page.keyboard.type(text)),
    press: counted((key: string) => page.keyboard.press(key)),
    choose: counted((target: Locator, value: string) => target.selectOption(value)),
    file: counted((target: Locator, name: string, mimeType: string, content: string) =>
      target.setInputFiles({ name, mimeType, buffer: Buffer.from(content) }),
    ),
  }
}

interface Task {
  readonly page: Page
  readonly account: Account
  readonly user: ReturnType<typeof userOf>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Performs the task from the list of links. Returns the number of actions. */
async function actionsOf(work: (task: Task) => Promise<void>, links: readonly object[] = []): Promise<number> {
  const account = await dash.newAccount()
  if (links.length > 0) await makeLinks(account, links)
  let actions = Number.NaN
  await dash.atLinks(account, async ({ page }) => {
    const user = userOf(page)
    await work({ page, account, user })
    actions = user.count()
  })
  return actions
}

const ONE_LINK = [{ target: 'https://example.com/' }]
const openLink = async ({ page, user }: Task, tab: string) => {
  await user.click(page.locator('[data-main]').first())
  await user.click(page.getByRole('navigation').getByRole('link', { name: tab, exact: true }))
}

/** Each task takes at most as many actions as in the comparable products, whose number is the bound. */
describe('the ten tasks of everyday use', () => {
  it('shorten a URL: paste, Enter, and it is in the clipboard', async () => {
    const actions = await actionsOf(async ({ page, user }) => {
      await user.fill(page.getByLabel('Destination URL'), 'example.com/long')
      await user.press('Enter')
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^http/)
    })
    expect(actions).toBeLessThanOrEqual(2)
  })

  it('create links from pasted lines, without the wrong ones', async () => {
    const actions = await actionsOf(async ({ page, user }) => {
      await user.click(button(page, 'Bulk create'))
      await page.locator('textarea:focus').waitFor()
      await user.type('https://example.com/1\nnonsense\nhttps://example.com/2')
      await user.click(button(page, 'Create 2 links'))
      await page.getByText('2 links created').waitFor()
    })
    expect(actions).toBeLessThanOrEqual(8)
  })

  it('create a link with campaign parameters', async () => {
    const actions = await actionsOf(async ({ page, account, user }) => {
      await user.press('c')
      await user.fill(page.getByLabel('Destination URL'), 'https://example.com/spring sale')
      await user.click(page.getByRole('heading', { name: 'Campaign' }))
      await user.fill(page.getByLabel('utm_source'), 'newsletter')
      await user.fill(page.getByLabel('utm_campaign'), 'spring')
      await user.click(button(page, 'Create link'))
      await page.waitForURL('**/dash/links/*')
      const { data } = await account.ask(
        '{ shortlinkConnection(take: 1) { items { target utm { source campaign } } } }',
      )
      const utm = { source: 'newsletter', campaign: 'spring' }
      expect(data.shortlinkConnection.items).toEqual([{ target: 'https://example.com/spring%20sale', utm }])
    })
    // Open, URL, builder, two parameters, create.
    expect(actions).toBeLessThanOrEqual(6)
  })

  it('compare the visits of a link with another period', async () => {
    const actions = await actionsOf(async ({ page, user }) => {
      await user.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }))
      await user.choose(page.getByLabel('Compare with', { exact: true }), 'year')
      await page.waitForURL(/year/)
    }, ONE_LINK)
    expect(actions).toBeLessThanOrEqual(2)
  })

  it('send iOS and Android to their stores', async () => {
    const actions = await actionsOf(async (task) => {
      const { page, account, user } = task
      await openLink(task, 'Rules')
      await user.click(button(page, 'iOS and Android'))
      await user.type('https://apps.example.com/ios')
      await user.fill(page.getByLabel('Redirect to').nth(1), 'https://apps.example.com/android')
      await user.click(button(page, 'Save'))
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = await account.ask('{ shortlinkConnection(take: 1) { items { rules { type value target } } } }')
      expect(data.shortlinkConnection.items[0].rules).toEqual([
        { type: 'os', value: 'ios', target: 'https://apps.example.com/ios' },
        { type: 'os', value: 'android', target: 'https://apps.example.com/android' },
      ])
    }, ONE_LINK)
    // Two to open the link and its targeting, and the four there.
    expect(actions).toBeLessThanOrEqual(6)
  })

  it('save a QR code with a logo for print', async () => {
    const actions = await actionsOf(async ({ page, user }) => {
      await page.locator('[data-row="0"]').hover()
      await user.click(page.locator('[data-row="0"]').getByRole('link', { name: /QR/ }))
      const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
      await user.file(page.getByLabel('Logo'), 'logo.svg', 'image/svg+xml', logo)
      await button(page, 'Remove logo').waitFor()
      expect((await savedFile(page, () => user.click(button(page, 'PDF')))).toString('latin1')).toMatch(/^%PDF/)
    }, ONE_LINK)
    expect(actions).toBeLessThanOrEqual(3)
  })

  it('create a bio page with a link', async () => {
    const actions = await actionsOf(async ({ page, account, user }) => {
      await user.click(page.getByRole('link', { name: 'Bio pages' }))
      await user.fill(page.getByLabel('Slug'), `ten-${account.id}`)
      await user.press('Enter')
      await user.click(button(page, 'Add link'))
      await user.type('Shop')
      await user.press('Tab')
      await user.type('https://example.com/shop')
      await user.click(button(page, 'Save'))
      await page.getByText('Saved', { exact: true }).waitFor()
    })
    expect(actions).toBeLessThanOrEqual(8)
  })

  it('create a webhook and send a test event', async () => {
    const receiver = await startReceiver()
    const actions = await actionsOf(async ({ page, user }) => {
      await user.click(page.getByRole('link', { name: 'Webhooks' }))
      await user.click(button(page, 'New webhook'))
      await user.fill(page.getByLabel('Endpoint URL'), receiver.url)
      await user.press('Enter')
      await user.click(button(page, 'I have copied it'))
      await user.click(button(page, 'Send test event'))
      await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor()
    })
    expect(actions).toBeLessThanOrEqual(6)
  })

  it('create an API key', async () => {
    const actions = await actionsOf(async ({ page, user }) => {
      await page.goto('/dash/settings')
      await user.fill(page.getByLabel('Label'), 'script')
      await user.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      await user.click(dialog.getByRole('button', { name: 'Copy', exact: true }))
      await user.click(dialog.getByRole('button', { name: 'I have copied it' }))
    })
    expect(actions).toBeLessThanOrEqual(4)
  })

  it("import Bitly's CSV", async () => {
    const actions = await actionsOf(async ({ page, account, user }) => {
      const slugs = [`a${account.id.slice(-12)}`, `b${account.id.slice(-12)}`]
      const lines = slugs.map((slug) => `Spring,https://example.com/,https://bit.ly/${slug},2024-03-01T10:00:00+0000,`)
      await page.goto('/dash/settings/import')
      const csv = ['title,long_url,link,created_at,tags', ...lines].join('\n')
      await user.file(page.getByLabel('File', { exact: true }), 'bitly.csv', 'text/csv', csv)
      await user.click(button(page, 'Import 2 links'))
      await page.getByText('2 imported').waitFor()
    })
    // A guide of Dub asks for the file, the columns and the start.
    expect(actions).toBeLessThanOrEqual(3)
  })
})
