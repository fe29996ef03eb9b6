import * as core from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../hosts/dash/words/en/audit.ts'
import { ask } from '../../support/api.ts'
import { makeLinks, useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

const UPDATE = 'mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }'

it('each action of the log has words', () => {
  const names = Object.values(core).flatMap((use: unknown) =>
    typeof use === 'object' && use !== null && 'audit' in use && 'name' in use ? [use.name as string] : [],
  )
  expect(names).toContain('updateLink')
  expect([...names, 'loginFailed'].filter((name) => !(name in audit.actions))).toEqual([])
})

describe('the audit log', () => {
  it('lists who did what to which record, when and from which network, filtered by action, actor, record and day', async () => {
    const account = await dash.newAccount()
    const [link, other] = await makeLinks(account, [
      { target: 'https://example.com/' },
      { target: 'https://example.com/other' },
    ])
    const { data } = await account.ask('mutation { createApiKey(label: "laptop") { secret } }')
    const input = { id: link?.id, target: 'https://example.com/new', title: 'New' }
    await ask(dash.url, UPDATE, { input }, { 'x-api-key': data.createApiKey.secret })
    const login = 'mutation ($email: String!) { login(email: $email, password: "wrong") { token } }'
    await ask(dash.url, login, { email: account.email })
    await account.ask('mutation ($id: ID!) { deleteShortlink(id: $id) }', { id: other?.id })
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto('/dash/settings')
        await page.getByRole('link', { name: 'Audit log' }).click()
        await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
        const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
        const change = rows.filter({ hasText: 'API key laptop changed the destination and the title' })
        const name = `Link ${link?.shortUrl.replace('http://', '')}`
        await change.getByRole('link', { name }).waitFor()
        await rows
          .filter({ hasText: 'Someone tried to sign in with a wrong password' })
          .getByText(/127\.0\.0\.0\/24/)
          .waitFor()
        await rows
          .filter({ hasText: 'deleted the link' })
          .getByText(/Link ….{6}/)
          .waitFor()
        expect(await rows.filter({ hasText: 'signed in' }).first().locator('time').getAttribute('datetime')).toMatch(
          /Z$/,
        )
        await expectGoodOnBothScreens(page)

        await page.getByLabel('Action').selectOption('Created the link in bulk')
        await expect.poll(() => rows.count()).toBe(2)
        await page.getByLabel('Action').selectOption('Any action')
        await page.getByLabel('Who').selectOption('API key laptop')
        await expect.poll(() => rows.count()).toBe(1)
        await page.getByLabel('Who').selectOption('Anyone')
        await change.getByRole('button', { name: `Show only: ${name}` }).click()
        await expect.poll(() => rows.count()).toBe(2)
        await page.getByRole('button', { name: `${name}, remove filter` }).click()
        await rows.nth(2).waitFor()
        await page.getByLabel('From').fill('2099-01-31')
        await page.getByText('No entries match your filters').waitFor()
        await page.getByRole('link', { name: 'Clear filters' }).click()
        await rows.nth(2).waitFor()
        await page.getByLabel('To', { exact: true }).fill('2020-01-31')
        await page.getByText('No entries match your filters').waitFor()
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })

  it('loads more entries on request, and is in German', async () => {
    const account = await dash.newAccount()
    await makeLinks(
      account,
      Array.from({ length: 40 }, (_, at) => ({ target: `https://example.com/${at}` })),
    )
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto('/dash/settings/audit?action=createLinks')
        const rows = page.getByRole('list', { name: 'Audit-Log' }).getByRole('listitem')
        await expect.poll(() => rows.count()).toBe(30)
        await rows.first().getByText('hat den Link mit anderen erstellt').waitFor()
        await page.getByRole('button', { name: 'Mehr laden' }).click()
        await expect.poll(() => rows.count()).toBe(40)
        expect(new Set(await rows.getByRole('link').allInnerTexts()).size).toBe(40)
        expect(await page.getByRole('button', { name: 'Mehr laden' }).count()).toBe(0)
      },
      { locale: 'de-DE' },
    )
  })

  it('is short on the page of a link, with a link to the rest', async () => {
    const account = await dash.newAccount()
    const [link] = await makeLinks(account, [{ target: 'https://example.com/' }, { target: 'https://example.com/b' }])
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      await account.ask(UPDATE, { input: { id: link?.id, title } })
    await account.ask(UPDATE, { input: { id: link?.id, target: 'https://example.com/new' } })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link?.id}`)
      const history = page.getByRole('region', { name: 'History' })
      await history.getByText(/changed the destination · (now|\d+ (second|minute)s? ago)/).waitFor()
      expect(await history.getByRole('listitem').count()).toBe(5)
      expect(await history.getByText('changed the title').count()).toBe(4)
      await history.getByRole('link', { name: 'Full history' }).click()
      await expect.poll(() => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').count()).toBe(7)
    })
  })
})
