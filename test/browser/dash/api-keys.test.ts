import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '../../support/api.ts'
import { useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens } from '../screens.ts'

const dash = useDash()

/** Returns the secret that the open dialog shows, and closes it. */
async function shownSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('pre').textContent()) ?? ''
  await dialog.getByRole('button').last().click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

const create = (key: string, target: string) =>
  ask(dash.url, 'mutation ($target: String!) { createShortlink(target: $target) }', { target }, { 'x-api-key': key })

describe('API keys with limited access', () => {
  it('a preset and target hosts limit a new key, the list shows them, and its rotation keeps them', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const keys = page.getByRole('region', { name: 'API keys' })
      await keys.getByLabel('Label').fill('website')
      await keys.getByLabel('Access').selectOption('create')
      expect(await keys.getByRole('checkbox', { checked: true }).count()).toBe(1)
      await keys.getByLabel('Target hosts').fill('.example.com, shop.example.org')
      await keys.getByRole('button', { name: 'Create' }).last().click()
      const first = await shownSecret(page)
      await keys.getByText('Create links only · links only to .example.com, shop.example.org').waitFor()
      expect((await create(first, 'https://www.example.com/')).errors).toEqual([])
      expect((await create(first, 'https://evil.test/')).errors[0]?.message).toBe(
        'This API key may not link to evil.test',
      )
      expect((await ask(dash.url, '{ tags { id } }', {}, { 'x-api-key': first })).errors[0]?.message).toBe(
        'This API key lacks the scope links:read',
      )

      await keys.getByRole('button', { name: 'Rotate the key website' }).click()
      await page.getByRole('dialog').getByRole('combobox').selectOption('0')
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
      await page.getByRole('dialog').locator('pre').waitFor()
      const second = await shownSecret(page)
      expect((await create(first, 'https://www.example.com/')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
      expect((await create(second, 'https://www.example.com/')).errors).toEqual([])
      await expect.poll(() => keys.getByText('Create links only · links only to').count()).toBe(2)
    })
  })

  it('scopes that are chosen one by one are named in the list; a key without any is refused at its field', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const keys = page.getByRole('region', { name: 'API keys' })
      await keys.getByLabel('Label').fill('reports')
      await keys.getByLabel('Access').selectOption('custom')
      await keys.getByRole('button', { name: 'Create' }).last().click()
      await keys.getByRole('alert').getByText('Permissions must not be empty.').waitFor()
      await keys.getByLabel('Read links').check()
      await keys.getByLabel('Read visits and analytics').check()
      await keys.getByLabel('Target hosts').fill('https://example.com/')
      await keys.getByRole('button', { name: 'Create' }).last().click()
      await expect.poll(() => keys.getByLabel('Target hosts').getAttribute('aria-invalid')).toBe('true')
      await keys.getByLabel('Target hosts').fill('')
      await keys.getByRole('button', { name: 'Create' }).last().click()
      await page.getByRole('dialog').locator('pre').waitFor()
      await shownSecret(page)
      await keys.getByText('Read links, Read visits and analytics', { exact: true }).waitFor()
    })
  })

  it('the form with all scopes is accessible on a phone and on a desktop', async () => {
    const account = await dash.newAccount()
    await account.ask('mutation { createApiKey(label: "agent", scopes: ["links:write"]) { secret } }')
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const keys = page.getByRole('region', { name: 'API keys' })
      await keys.getByLabel('Access').selectOption('agent')
      await keys.getByText('Create and change links, tags and aliases').first().waitFor()
      await expectGoodOnBothScreens(page)
    })
  })
})
