import { describe, expect, it } from 'vitest'
import { ask, follow } from '../../support/api.ts'
import { makeLinks, PERSON, stubField, tabTo, useDash } from '../../support/dash.ts'

const dash = useDash()
const IGNORED = '{ getUserInfo { ignoredAddresses } }'

describe('the settings', () => {
  it('a new key is shown once, works, and is nowhere in the page afterwards; revoked it works no more', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByLabel('Label').fill('laptop')
      await page.getByRole('button', { name: 'Create key' }).click()
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      const secret = await dialog.locator('pre').innerText()
      await page.keyboard.press('Escape')
      expect(await dialog.isVisible()).toBe(true)
      const who = async () =>
        (await ask(dash.url, '{ getUserInfo { email } }', {}, { 'x-api-key': secret })).data?.getUserInfo
      expect(await who()).toEqual({ email: account.email })
      await dialog.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByRole('listitem').getByText('laptop', { exact: true }).waitFor()
      expect(await page.content()).not.toContain(secret)
      await page.getByRole('button', { name: 'Revoke key laptop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('No keys yet').waitFor()
      expect((await who()) ?? null).toBeNull()
    })
  })

  it('sessions are listed, and those of other browsers can be ended', async () => {
    const account = await dash.newAccount()
    const login = async () => {
      const { email, password } = account
      const answer = await ask(
        dash.url,
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
        { email, password },
        { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      )
      return { authorization: `Bearer ${answer.data.login.token}` }
    }
    const isOpen = async (headers: Record<string, string>) =>
      (await ask(dash.url, '{ getUserInfo { email } }', {}, headers)).data?.getUserInfo != null
    const [one, other] = [await login(), await login()]
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const list = page.getByRole('list', { name: 'Sessions' })
      await list.getByText('This browser').waitFor()
      const rows = await list.getByRole('listitem').count()
      await list.getByRole('button', { name: 'End the session of Firefox on Linux' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
      await expect.poll(() => list.getByRole('listitem').count()).toBe(rows - 1)
      expect([await isOpen(one), await isOpen(other)]).toEqual([true, false])
      await page.getByRole('button', { name: 'End all other sessions' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
      expect(await isOpen(one)).toBe(false)
      await list.getByText('This browser').waitFor()
    })
  })

  it('the theme is kept, and billing that is off shows no plan', async () => {
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByLabel('Theme').selectOption('dark')
      await page.reload()
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      expect(await page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
      expect(await page.getByText('Plan:').count()).toBe(0)
      // Notes for the operator.
      expect(await page.getByText('This server sells no plans.').count()).toBe(0)
      expect(await page.getByText('Sign-up is open').count()).toBe(0)
    })
  })

  it('what is wrong with a password or a key is said at its field, and a limit beside the button', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const change = async (before: string, after: string) => {
        await page.getByLabel('Current password').fill(before)
        await page.getByLabel('New password').fill(after)
        await page.getByRole('button', { name: 'Change password' }).click()
      }
      const wrong = page.locator('[aria-invalid=true]')
      await change(account.password, 'short')
      await expect.poll(() => wrong.count()).toBe(1)
      expect(await wrong.inputValue()).toBe('short')
      await change('not the password', 'seven quiet rivers')
      await page.getByText('The password is wrong.', { exact: true }).waitFor()
      expect(await wrong.inputValue()).toBe('not the password')
      await page.getByLabel('Label').fill('laptop')
      await page.getByLabel('Expiration date').fill('2020-01-31T12:00:00')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Expiration date must be in the future.').waitFor()
      expect(await page.getByLabel('Label').getAttribute('aria-invalid')).toBe('false')
      await page.getByLabel('Expiration date').fill('')
      await stubField(page, 'createApiKey', { code: 'PLAN_LIMIT', message: 'No more keys' })
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('alert').getByText('No more keys').waitFor()
      await page.getByRole('link', { name: 'View plan' }).waitFor()
    })
  })

  it('by the keyboard alone: a key that ends, with its last use, and another language', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await tabTo(page, page.getByLabel('Label'))
      await page.keyboard.type('laptop')
      await page.keyboard.press('Tab')
      await page.keyboard.type('01312099')
      await page.keyboard.press('Tab')
      await page.keyboard.type('1200PM')
      await tabTo(page, page.getByRole('button', { name: 'Create key' }))
      await page.keyboard.press('Enter')
      const secret = await page.getByRole('dialog').locator('pre').innerText()
      await tabTo(page, page.getByRole('button', { name: 'I have copied it' }))
      await page.keyboard.press('Enter')
      await page.getByText('Last used: never · Expires: Jan 31, 2099, 12:00 PM').waitFor()
      await ask(dash.url, '{ getUserInfo { id } }', {}, { 'x-api-key': secret })
      await page.reload()
      await page.getByText(/Last used: .*(now|second)/).waitFor()
      const configuration = JSON.parse(await page.getByText('mcpServers').innerText())
      expect(configuration.mcpServers.shortlink).toEqual({
        url: expect.stringMatching(/^http:.*\/mcp$/),
        headers: { 'x-api-key': 'YOUR_KEY' },
      })
      await tabTo(page, page.getByLabel('Language'))
      await page.keyboard.type('Deutsch')
      await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
      expect(await page.evaluate('[document.documentElement.lang, document.title]')).toEqual([
        'de',
        'Einstellungen · shortlink',
      ])
      await page.getByText('31.01.2099, 12:00').waitFor()
    })
  })

  it('visits from addresses that are excluded are not recorded; a wrong address is named at the field', async () => {
    const account = await dash.newAccount()
    const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const field = page.getByLabel('IP addresses to exclude')
      const part = page.getByRole('region', { name: 'Your own visits' })
      const save = async (typed: string) => {
        await field.fill(typed)
        await part.getByRole('button', { name: 'Save' }).click()
      }
      await save('2001:db8::/32\nlocalhost')
      await part.getByRole('alert').getByText('“localhost” is not an IP address').waitFor()
      await save('2001:DB8::/32\n\n127.0.0.1, 127.0.0.1')
      await page.getByText('Saved').first().waitFor()
      await page.reload()
      await expect.poll(() => field.inputValue()).toBe('2001:db8::/32\n127.0.0.1')
      const visit = (agent: object) => follow(dash.url, link?.shortlink ?? '', { ...PERSON, ...agent })
      await visit({ 'accept-language': 'fr' })
      await save('')
      await expect.poll(async () => (await account.ask(IGNORED)).data.getUserInfo.ignoredAddresses).toEqual([])
      await visit({ 'accept-language': 'de' })
      const visits = 'query ($id: ID!) { getShortlinkInfo(id: $id) { hits { language } } }'
      const recorded = async () => (await account.ask(visits, { id: link?.id })).data.getShortlinkInfo.hits
      await expect.poll(recorded).toEqual([{ language: 'de' }])
    })
  })

  it('a new password is the only one that works, and the session goes on', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByLabel('Current password').fill(account.password)
      await page.getByLabel('New password').fill('seven quiet rivers')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Password changed').waitFor()
      await page.reload()
      await page.getByRole('region', { name: 'Account' }).getByText(account.email).waitFor()
      const login =
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
      const works = async (password: string) =>
        (await ask(dash.url, login, { email: account.email, password })).data?.login !== undefined
      expect([await works(account.password), await works('seven quiet rivers')]).toEqual([false, true])
    })
  })

  it('the account is deleted after its e-mail is typed', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: 'Delete account' })
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill(account.email)
      await confirm.click()
      await page.getByText('Your account and its data were deleted.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/dash/sign-in')
      expect((await account.ask('{ getUserInfo { id } }')).data?.getUserInfo ?? null).toBeNull()
    })
  })
})
