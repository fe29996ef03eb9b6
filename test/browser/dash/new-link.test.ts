import { describe, expect, it } from 'vitest'
import { makeLinks, openSections, useDash } from '../../support/dash.ts'
import { readQr } from '../../support/read-qr.ts'
import { expectGoodOnBothScreens } from '../screens.ts'

const dash = useDash()

describe('the form of a new link', () => {
  it('has all options: it creates the link with them and copies it', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/new')
      await page.getByLabel('Destination URL').fill('example.com/sale')
      await page.getByLabel('Slug', { exact: true }).fill('spring-sale')
      await page.getByText('Available').waitFor()
      const code = page.getByRole('img', { name: /^QR code of .*\/spring-sale$/ })
      await code.waitFor()
      const { data: service } = await account.ask('{ service { baseUrl } }')
      const shortUrl = `${new URL(service.service.baseUrl).origin}/spring-sale`
      expect(readQr(await code.screenshot()).text).toBe(shortUrl)
      await page.getByLabel('Title', { exact: true }).fill('Spring sale')
      await page.getByLabel('Tags').fill('spring, mail')
      await openSections(page)
      await page.getByLabel('utm_source').fill('newsletter')
      await page.getByText('example.com/sale?utm_source=newsletter').waitFor()
      await page.getByLabel('Visit limit').fill('100')
      await page.getByLabel('Password', { exact: true }).fill('open sesame')
      await page.getByLabel('Redirect status').selectOption('307')
      await page.getByLabel('Preview title').fill('Everything must go')
      await page.getByLabel('New alias').fill('sale-2')
      await page.keyboard.press('Enter')
      await page.getByLabel('Private note').fill('For the newsletter')
      await expectGoodOnBothScreens(page)
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('Link created and copied').waitFor()
      await page.getByText('No visits yet').waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shortUrl)
      const { data } = await account.ask(
        '{ shortlinkConnection { items { target title tags utm { source } maxVisits hasPassword redirectStatus preview { title } aliases note } } }',
      )
      expect(data.shortlinkConnection.items).toEqual([
        {
          target: 'https://example.com/sale',
          title: 'Spring sale',
          tags: ['spring', 'mail'],
          utm: { source: 'newsletter' },
          maxVisits: 100,
          hasPassword: true,
          redirectStatus: 307,
          preview: { title: 'Everything must go' },
          aliases: ['sale-2'],
          note: 'For the newsletter',
        },
      ])
    })
  })

  it('reports a taken slug while the user types, suggests another, and survives a reload', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: 'mine-1' }])
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto('/dash/new')
      await page.getByLabel('Slug', { exact: true }).fill('mine-1')
      await page.getByText('This short link is taken.').waitFor()
      await page.getByLabel('Destination URL').fill('https://example.com/second')
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await page.getByLabel('Destination URL').inputValue()).toBe('https://example.com/second')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('list', { name: 'Errors' }).getByText('Slug').waitFor()
      expect(await page.getByLabel('Slug', { exact: true }).getAttribute('aria-invalid')).toBe('true')
      await page.getByRole('button', { name: 'Regenerate' }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('No visits yet').waitFor()
    })
  })

  it('refuses a reserved name as slug and alias before it creates the link', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/new')
      const reserved = page.getByText('This name is reserved. Choose another one.', { exact: true })
      await page.getByLabel('Slug', { exact: true }).fill('Admin')
      await reserved.waitFor()
      await page.getByRole('button', { name: 'Regenerate' }).click()
      await reserved.waitFor({ state: 'detached' })
      await openSections(page)
      await page.getByLabel('New alias').fill('dash')
      await page.keyboard.press('Enter')
      await reserved.waitFor()
      await page.getByText('/dash', { exact: true }).waitFor({ state: 'detached' })
    })
  })

  it('duplicates a link with its options and rules', async () => {
    const account = await dash.newAccount()
    const rules = [{ type: 'country', value: 'DE', target: 'https://example.com/de' }]
    await makeLinks(account, [
      { target: 'https://example.com/', shortlink: 'original', title: 'First', tags: ['spring'], maxVisits: 5, rules },
    ])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByLabel(/^More actions for/).click()
      await page.getByRole('link', { name: 'Duplicate' }).click()
      await page.getByText('Its rule is copied too.').waitFor()
      expect(await page.getByLabel('Slug', { exact: true }).inputValue()).not.toBe('original')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('No visits yet').waitFor()
      const { data } = await account.ask(
        '{ shortlinkConnection { items { target title tags maxVisits rules { type value target } } } }',
      )
      const copy = { target: 'https://example.com/', title: 'First', tags: ['spring'], maxVisits: 5, rules }
      expect(data.shortlinkConnection.items).toEqual([copy, copy])
    })
  })
})
