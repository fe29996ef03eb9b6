import { describe, expect, it } from 'vitest'
import { signIn, useDash } from '../../support/dash.ts'

describe('signing in and out', () => {
  const dash = useDash()

  it('goes on to the page that was asked for, and leaves the token nowhere in the page', async () => {
    const account = await dash.newAccount()
    await dash.open({}, async ({ page, context }) => {
      const bodies: Promise<string>[] = []
      page.on('response', (response) => {
        if (response.url().endsWith('/graphql')) bodies.push(response.text())
      })
      await page.goto('/dash/settings')
      await signIn(page, account)
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      const token = (await context.cookies()).find(({ name }) => name === 'shortlink')
      expect(token).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
      const seen = await page.evaluate<string>(
        'document.cookie + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.documentElement.outerHTML',
      )
      expect(seen).not.toContain(token?.value)
      for (const body of await Promise.all(bodies)) expect(body).not.toContain(token?.value)
    })
  })

  it('a wrong password is said, and the way on leads nowhere else', async () => {
    const account = await dash.newAccount()
    await dash.open({}, async ({ page }) => {
      await page.goto('/dash/sign-in?to=//evil.example/dash')
      await signIn(page, { ...account, password: 'not the password' })
      await page.getByRole('alert').getByText('Invalid email or password.').waitFor()
      await signIn(page, account)
      await page.waitForURL('**/dash')
      expect(new URL(page.url()).origin).toBe(dash.url)
    })
  })

  it('signing out in one tab signs the other out', async () => {
    await dash.signedIn(await dash.newAccount(), async ({ page, context }) => {
      const other = await context.newPage()
      await other.goto('/dash')
      await other.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await other.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect((await context.cookies()).filter(({ name }) => name === 'shortlink')).toEqual([])
    })
  })

  it('when the session ends meanwhile, a dialog asks again, and what was typed is sent', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page, context }) => {
      await page.getByLabel('Address to shorten').fill('https://example.com/kept')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
      await signIn(page, account)
      await page.getByText('Made and copied:').waitFor()
      const { data } = await account.ask('{ shortlinkConnection { items { target } } }')
      expect(data.shortlinkConnection.items).toEqual([{ target: 'https://example.com/kept' }])
    })
  })
})

describe('the first account', () => {
  const dash = useDash({ SIGNUP: 'first' })

  it('is made on the first page; afterwards sign-up is closed', async () => {
    await dash.open({}, async ({ page }) => {
      await page.goto('/dash')
      await page.getByRole('heading', { name: 'Make the first account' }).waitFor()
      await page.getByLabel('Name').fill('Ada')
      await signIn(page, { email: 'ada@example.com', password: 'engine number nine' })
      await page.getByText('No links yet').waitFor()
    })
    await dash.open({}, async ({ page }) => {
      await page.goto('/dash/sign-up')
      await page.getByText('Sign-up is closed here').waitFor()
    })
  })
})
