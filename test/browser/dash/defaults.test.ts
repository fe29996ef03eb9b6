import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { followLink, forgetAnswers, makeLinks, openSections, useDash } from '../../support/dash.ts'
import { startDnsServer } from '../../support/dns.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dns = await startDnsServer()
afterAll(() => dns.close())

const dash = useDash({ DNS_SERVERS: dns.address })

type Account = Awaited<ReturnType<typeof dash.newAccount>>

/** An account with a verified domain, a campaign template, a QR style, and defaults of them all. */
async function withDefaults(hostname: string) {
  const account = await dash.newAccount()
  const made = await account.ask(
    `mutation ($hostname: String!) {
      addDomain(hostname: $hostname) { id txtToken }
      createCampaignTemplate(name: "Newsletter", utm: { source: "mail", medium: "email", term: "shoes" }) { id }
      createQrStyle(name: "Poster", color: "#8b0000", roundness: 50) { id }
    }`,
    { hostname },
  )
  const { addDomain, createCampaignTemplate, createQrStyle } = made.data
  dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${addDomain.txtToken}`)
  const ids = { domain: addDomain.id, template: createCampaignTemplate.id, style: createQrStyle.id }
  await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id: ids.domain })
  await account.ask(
    `mutation ($domain: ID, $template: ID, $style: ID) {
      setLinkDefaults(domainId: $domain, tags: ["spring", "mail"], campaignTemplateId: $template, qrStyleId: $style) { tags }
    }`,
    ids,
  )
  return { account, ids }
}

const linksOf = async (account: Account) => {
  const query = '{ shortlinkConnection { items { target hostname tags utm { source medium term content } } } }'
  return (await account.ask(query)).data.shortlinkConnection.items as object[]
}

const CAMPAIGN = { source: 'mail', medium: 'email', term: 'shoes', content: null }

const textIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()

describe('the page of defaults', () => {
  it('stores them and manages campaign templates; unsaved values survive a reload, and it fits both screens', async () => {
    const account = await dash.newAccount()
    await account.ask('mutation { createQrStyle(name: "Poster") { id } }')
    const stored = async () =>
      (await account.ask('{ linkDefaults { domainId tags campaignTemplateId qrStyleId } }')).data.linkDefaults
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto('/dash/settings')
        await page.getByRole('link', { name: 'Edit defaults' }).click()
        await page.getByText('No templates yet').waitFor()
        await page.getByRole('button', { name: 'New template' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.getByText('Enter a name.').waitFor()
        await dialog.getByText('Enter at least one parameter.').waitFor()
        await dialog.getByLabel('Name').fill('Newsletter')
        await dialog.getByLabel('utm_source').fill('mail')
        await expectAccessible(page)
        await page.keyboard.press('Enter')
        await page.getByText('utm_source=mail', { exact: true }).waitFor()

        await page.getByLabel('Tags', { exact: true }).fill('spring, mail')
        await page.getByLabel('Campaign template', { exact: true }).selectOption('Newsletter')
        await page.getByLabel('QR style').selectOption('Poster')
        await page.reload()
        await page.getByText('Your unsaved changes were restored.').waitFor()
        expect(await textIn(page, 'Tags')).toBe('spring, mail')
        await expectGoodOnBothScreens(page)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved', { exact: true }).waitFor()
        const { data } = await account.ask('{ campaignTemplates { id } qrStyles { id } }')
        const campaignTemplateId = data.campaignTemplates[0].id
        const qrStyleId = data.qrStyles[0].id
        expect(await stored()).toEqual({ domainId: null, tags: ['spring', 'mail'], campaignTemplateId, qrStyleId })

        await page.getByRole('button', { name: 'Edit template Newsletter' }).click()
        await dialog.getByLabel('utm_medium').fill('email')
        await page.keyboard.press('Enter')
        await page.getByText('utm_source=mail · utm_medium=email', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Delete template Newsletter' }).click()
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No templates yet').waitFor()
        expect(await textIn(page, 'Campaign template')).toBe('')
        expect(await stored()).toEqual({
          domainId: null,
          tags: ['spring', 'mail'],
          campaignTemplateId: null,
          qrStyleId,
        })
        expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
      },
      PHONE,
    )
  })
})

describe('a new link', () => {
  it('starts with the defaults in the form, says so, and a reload keeps what was changed in it', async () => {
    const { account } = await withDefaults('form.example.com')
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/new')
      await page.getByText('form.example.com · spring, mail · Newsletter').waitFor()
      await openSections(page)
      expect(await textIn(page, 'Tags')).toBe('spring, mail')
      expect(await textIn(page, 'utm_term')).toBe('shoes')
      expect(await page.getByLabel('Campaign template', { exact: true }).locator('option:checked').textContent()).toBe(
        'Newsletter',
      )
      const code = page.getByRole('img', { name: /^QR code of https:\/\/form\.example\.com\// })
      await expect.poll(() => code.getAttribute('src')).toContain('8b0000')
      await expectGoodOnBothScreens(page)
      await page.getByLabel('Destination URL').fill('example.com/one')
      await page.getByLabel('Tags', { exact: true }).fill('spring')
      await page.getByLabel('utm_term').fill('')
      await page.getByRole('button', { name: 'Save as template' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Without term')
      await page.keyboard.press('Enter')
      await page.getByText('Template Without term saved').waitFor()
      expect(await page.getByLabel('Campaign template', { exact: true }).locator('option:checked').textContent()).toBe(
        'Without term',
      )
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await textIn(page, 'Tags')).toBe('spring')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('No visits yet').waitFor()
      const utm = { ...CAMPAIGN, term: null }
      const one = { target: 'https://example.com/one', hostname: 'form.example.com', tags: ['spring'], utm }
      expect(await linksOf(account)).toEqual([one])

      await followLink(page, '/dash/new')
      await page.getByRole('button', { name: 'Clear defaults' }).click()
      await page.getByLabel('Destination URL').fill('example.com/two')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('No visits yet').waitFor()
      expect(await linksOf(account)).toContainEqual({
        ...{ target: 'https://example.com/two', hostname: null, tags: [], utm: null },
      })
    })
  })

  it('has the defaults in the line above the list and in bulk', async () => {
    const { account } = await withDefaults('list.example.com')
    const common = { hostname: 'list.example.com', tags: ['spring', 'mail'], utm: CAMPAIGN }
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('list.example.com · spring, mail · Newsletter').waitFor()
      await page.getByRole('textbox', { name: 'Destination URL' }).fill('example.com/one')
      await page.keyboard.press('Enter')
      await page.getByText('Link created and copied').waitFor()
      expect(await linksOf(account)).toEqual([{ target: 'https://example.com/one', ...common }])

      await page.getByRole('button', { name: 'Bulk create' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('list.example.com · spring, mail · Newsletter').waitFor()
      await dialog.locator('textarea').fill('https://example.com/two')
      await dialog.getByLabel('utm_content').fill('top')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create 1 link' }).click()
      await dialog.getByText('1 link created').waitFor()
      const utm = { ...CAMPAIGN, content: 'top' }
      expect(await linksOf(account)).toContainEqual({ target: 'https://example.com/two', ...common, utm })
    })
  })

  it('starts without a domain, a template or a style that was deleted, and QR codes without its style', async () => {
    const { account, ids } = await withDefaults('gone.example.com')
    const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link?.id}/qr`)
      const style = page.getByLabel('Saved style')
      await style.waitFor()
      await expect.poll(() => style.locator('option:checked').textContent()).toBe('Poster')
      await expect.poll(() => textIn(page, 'Color')).toBe('#8b0000')
      await page.getByRole('button', { name: 'Delete Poster' }).click()
      await expect.poll(() => style.count()).toBe(0)
      await account.ask(
        `mutation ($domain: ID!, $template: ID!) {
          deleteDomain(id: $domain)
          deleteCampaignTemplate(id: $template)
        }`,
        ids,
      )
      await forgetAnswers(page)
      await followLink(page, '/dash/new')
      await page.getByText('Your defaults: spring, mail').waitFor()
      await page.getByLabel('Destination URL').fill('example.com/three')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('No visits yet').waitFor()
      const link3 = { target: 'https://example.com/three', hostname: null, tags: ['spring', 'mail'], utm: null }
      expect(await linksOf(account)).toContainEqual(link3)
    })
  })
})
