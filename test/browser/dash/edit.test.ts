import { describe, expect, it } from 'vitest'
import { hasFocus, makeLinks, openSections, stubField, tabTo, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'

const dash = useDash()

async function oneLink(input: object = {}) {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/own', ...input }])
  if (link === undefined) throw new Error('The link was not made')
  return { account, link }
}

describe('editing a link', () => {
  it('sends what was changed and keeps the rest', async () => {
    const { account, link } = await oneLink({ note: 'kept', maxVisits: 7 })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByText('Live. 7 visits left.').waitFor()
      await openSections(page)
      await page.getByLabel('Title').first().fill('Spring sale')
      await page.getByLabel('Tags').fill('spring, mail')
      await page.getByLabel('utm_source').fill('newsletter')
      await page.getByText('https://example.com/own?utm_source=newsletter').waitFor()
      await page.getByLabel('Expiration date').fill('2099-01-31T12:00:00')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = await account.ask(
        'query ($id: ID!) { getShortlinkInfo(id: $id) { title tags note maxVisits expiresAt utm { source } } }',
        { id: link.id },
      )
      expect(data.getShortlinkInfo).toEqual({
        title: 'Spring sale',
        tags: ['spring', 'mail'],
        note: 'kept',
        maxVisits: 7,
        // The browser is in Berlin.
        expiresAt: '2099-01-31T11:00:00.000Z',
        utm: { source: 'newsletter' },
      })
    })
  })

  it('is done by the keyboard alone', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await tabTo(page, page.getByLabel('Title', { exact: true }))
      await page.keyboard.type('By keyboard')
      await tabTo(page, page.locator('summary', { hasText: 'Schedule and limits' }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByLabel('Enabled'))
      await page.keyboard.press('Space')
      await tabTo(page, page.getByLabel('Visit limit'))
      await page.keyboard.type('9')
      await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
      await page.keyboard.press('Enter')
      await page.getByText("Disabled. Visitors can't open this link.").waitFor()
      const { data } = await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { title maxVisits enabled } }', {
        id: link.id,
      })
      expect(data.getShortlinkInfo).toEqual({ title: 'By keyboard', maxVisits: 9, enabled: false })
    })
  })

  it('a change of another client is shown, not overwritten, and leaving unsaved asks', async () => {
    const { account, link } = await oneLink({ utm: { source: 'mail' } })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title').first().fill('Mine')
      await account.ask('mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }', {
        input: {
          id: link.id,
          title: 'Theirs',
          note: 'Also theirs',
          expiresAt: '2099-01-31T11:00:00Z',
          forwardQuery: true,
          utm: { medium: 'theirs' },
          password: 'theirs-1',
        },
      })
      await openSections(page)
      await page.getByLabel('utm_term').fill('mine')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this link' })
      await conflict.waitFor()
      expect(await hasFocus(conflict)).toBe(true)
      const [box, bar] = [await conflict.boundingBox(), await page.locator('[data-dirty]').boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect(box?.y).toBeLessThan((bar?.y ?? 0) - 200)
      expect(await conflict.getByRole('listitem').allInnerTexts()).toEqual([
        'Title\nCurrent value: Theirs\nAfter overwriting: Mine',
        'Note\nCurrent value: Also theirs\nOverwriting keeps this value.',
        'Expiration date\nCurrent value: Jan 31, 2099, 12:00 PM\nOverwriting keeps this value.',
        'Forward query parameters\nCurrent value: Yes\nOverwriting keeps this value.',
        'utm_source\nCurrent value: Empty\nAfter overwriting: mail',
        'utm_medium\nCurrent value: theirs\nAfter overwriting: Empty',
        'Password\nCurrent value: Yes\nOverwriting keeps this value.',
      ])
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Visits', exact: true }).first().click()
      await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Use their version' }).click()
      expect(await page.getByLabel('Title').first().inputValue()).toBe('Theirs')
    })
  })
})

describe('leaving the page with unsaved changes', () => {
  it('is asked about by Back, Forward and signing out too, also offline, and then goes there', async () => {
    const { account, link } = await oneLink()
    await dash.atLinks(account, async ({ page }) => {
      await page.locator('[data-main]').first().click()
      await page.getByRole('link', { name: 'Edit' }).first().click()
      await page.getByLabel('Title', { exact: true }).fill('Half done')
      const question = page.getByRole('dialog', { name: 'Leave this page?' })
      const leave = question.getByRole('button', { name: 'Leave without saving' })
      await page.goBack()
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect(new URL(page.url()).pathname).toBe(`/dash/links/${link.id}/edit`)
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half done')
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      // Leads to a place of the same page and back, not away from it.
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await page.keyboard.press('Enter')
      await page.goBack()
      expect(await question.count()).toBe(0)
      await stubField(page, 'query|mutation', 'offline')
      await page.goBack()
      await leave.click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/dash/links/${link.id}`)
    })
  })

  it('a draft that was kept while another client changed the link says so', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title', { exact: true }).fill('Mine')
      await account.ask('mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }', {
        input: { id: link.id, title: 'Theirs' },
      })
      await page.reload()
      await page.getByText('Someone else changed this link').waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
      await page.getByText('Current value: Theirs').waitFor()
      await page.getByRole('button', { name: 'Overwrite' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { title } }', { id: link.id })
      expect(data.getShortlinkInfo.title).toBe('Mine')
    })
  })
})

describe('the edit form', () => {
  it('lists all invalid values at once, opens their sections, shows the preview, and saves aliases with the rest', async () => {
    const { account, link } = await oneLink()
    await account.ask('mutation ($id: ID!) { addShortlinkAlias(id: $id, shortlink: "old-1") { id } }', { id: link.id })
    const [taken] = await makeLinks(account, [{ target: 'https://example.com/', shortlink: `taken-${account.id}` }])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByText('/old-1').first().waitFor()
      await openSections(page)
      await page.getByLabel('Destination URL').fill('nonsense')
      await page.getByLabel('Visit limit').fill('0')
      await page.getByLabel('Password', { exact: true }).fill('ab')
      await page.getByLabel('Preview title').fill('We have lift-off')
      await page.getByRole('figure').getByText('We have lift-off').waitFor()
      for (const name of ['Schedule and limits', 'Password']) await page.locator('summary', { hasText: name }).click()
      await page.getByLabel('Title', { exact: true }).press('Enter')
      const faults = page.getByRole('list', { name: 'Errors' }).getByRole('listitem')
      expect(await faults.allInnerTexts()).toEqual([
        'Destination URL: Enter a URL that starts with http:// or https://.',
        'Visit limit: Enter a number from 1 to 1,000,000,000.',
        'Password: A password has 4 to 128 characters.',
      ])
      await expect.poll(() => page.locator('[aria-invalid=true]:focus').inputValue()).toBe('nonsense')
      await expectAccessible(page)
      await faults.last().getByRole('button').click()
      await expect.poll(() => page.locator('[aria-invalid=true]:focus').inputValue()).toBe('ab')
      await page.getByLabel('Password', { exact: true }).fill('')
      await page.getByLabel('Visit limit').fill('9')
      await page.getByLabel('Destination URL').fill('https://example.com/later')
      await page.getByLabel('New alias').fill('further-1')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove old-1' }).click()
      await page.getByText('/old-1 stops working once you save.').waitFor()
      await page.getByLabel('New alias').fill(taken?.shortlink ?? '')
      await page.keyboard.press('Enter')
      await page.getByLabel('Title', { exact: true }).press('Enter')
      // The rest is stored; only the taken alias is refused.
      await faults.getByText('Aliases').waitFor()
      await page.getByRole('button', { name: `Remove ${taken?.shortlink}` }).click()
      await page.getByRole('list', { name: 'Errors' }).waitFor({ state: 'detached' })
      const { data } = await account.ask(
        'query ($id: ID!) { getShortlinkInfo(id: $id) { target maxVisits preview { title } aliases } }',
        { id: link.id },
      )
      expect(data.getShortlinkInfo).toEqual({
        target: 'https://example.com/later',
        maxVisits: 9,
        preview: { title: 'We have lift-off' },
        aliases: ['further-1'],
      })
    })
  })

  it('keeps a draft over a reload, but no password, and drops it when the user leaves without saving', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title', { exact: true }).fill('Half done')
      await openSections(page)
      await page.getByLabel('Password', { exact: true }).fill('open sesame')
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half done')
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      // Keys ask as links do.
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('g')
      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByText('Live.').waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('draft')
    })
  })
})
