import { describe, expect, it } from 'vitest'
import { makeLinks, useDash } from '../../support/dash.ts'

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
      await page.getByLabel('Title').first().fill('Spring sale')
      await page.getByLabel('Tags').fill('spring, mail')
      await page.getByLabel('utm_source').fill('newsletter')
      await page.getByLabel('Closes at').fill('2099-01-31T12:00:00')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
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

  it('a change of another client is shown, not overwritten, and leaving unsaved asks', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title').first().fill('Mine')
      await account.ask('mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }', {
        input: { id: link.id, title: 'Theirs' },
      })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The link was changed elsewhere').waitFor()
      await page.getByRole('link', { name: 'Visits', exact: true }).first().click()
      await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Load the newer version' }).click()
      expect(await page.getByLabel('Title').first().inputValue()).toBe('Theirs')
    })
  })
})
