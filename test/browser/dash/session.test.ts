import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { followLink, signIn, stubField, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

describe('signing in and out', () => {
  const dash = useDash()

  it('goes on to the page that was asked for, and leaves the token nowhere in the page', async () => {
    const account = await dash.newAccount()
    await dash.open(async ({ page, context }) => {
      const bodies: Promise<string>[] = []
      const note = (response: Response) => {
        if (response.url().endsWith('/graphql')) bodies.push(response.text())
      }
      page.on('response', note)
      await page.goto('/dash/settings')
      await signIn(page, account)
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      const token = (await context.cookies()).find(({ name }) => name === 'shortlink')
      expect(token).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
      const seen = await page.evaluate<string>(
        'document.cookie + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.documentElement.outerHTML',
      )
      expect(seen).not.toContain(token?.value)
      // The text of a later answer could not be read any more once the page is closed.
      page.off('response', note)
      for (const body of await Promise.all(bodies)) expect(body).not.toContain(token?.value)
    })
  })

  it('a wrong password is said, and the way on leads nowhere else', async () => {
    const account = await dash.newAccount()
    await dash.open(async ({ page }) => {
      await page.goto('/dash/sign-in?to=//evil.example/dash')
      await signIn(page, { ...account, password: 'not the password' })
      await page.getByRole('alert').getByText('Invalid email or password.').waitFor()
      await signIn(page, account)
      await page.waitForURL('**/dash')
      expect(new URL(page.url()).origin).toBe(dash.url)
    })
  })

  it('guesses that are too many are counted down', async () => {
    const account = await dash.newAccount()
    await dash.open(async ({ page }) => {
      await page.clock.install()
      await page.goto('/dash/sign-in')
      const limit = { code: 'RATE_LIMITED', message: 'Too many tries', retryAfterSeconds: 50 }
      const restore = await stubField(page, 'login', limit)
      await signIn(page, account)
      await page.getByText(/Too many tries Try again in \d+ s/).waitFor()
      const submit = page.getByRole('button', { name: 'Sign in', exact: true })
      expect(await submit.isDisabled()).toBe(true)
      await restore()
      await page.clock.fastForward(50_000)
      await expect.poll(() => submit.isDisabled()).toBe(false)
      await submit.click()
      await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    })
  })

  it('an address is shortened without an account', async () => {
    await dash.newAccount()
    await dash.open(async ({ page }) => {
      await page.goto('/dash/sign-in')
      await page.getByLabel('Destination URL').fill('example.com/anonymous')
      await page.keyboard.press('Enter')
      await page.getByText('Link created and copied').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      const followed = await fetch(`${dash.url}${new URL(copied).pathname}`, { redirect: 'manual' })
      expect(followed.headers.get('location')).toBe('https://example.com/anonymous')
    })
  })

  it('fields have the names that password managers look for, and the rules of a password are marked as it is typed', async () => {
    await dash.newAccount()
    await dash.open(async ({ page }) => {
      await page.goto('/dash/sign-up')
      await page.getByLabel('Email').fill('ada@example.com')
      const fields = () =>
        page.evaluate<string[]>(
          '[...document.querySelectorAll("form input[name]")].map(({ autocomplete }) => autocomplete)',
        )
      expect(await fields()).toEqual(['name', 'username', 'new-password'])
      const met = () => page.getByText('(met)').count()
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('short')
      expect(await met()).toBe(1)
      await password.fill('ada@example.com')
      expect(await met()).toBe(1)
      await password.fill('engine number nine')
      expect(await met()).toBe(2)
      await page.getByLabel('Show password').check()
      expect(await password.getAttribute('type')).toBe('text')
      await followLink(page, '/dash/sign-in')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await fields()).toEqual(['username', 'current-password'])
    })
  })

  it('signing out in one tab signs the other out', async () => {
    await dash.atLinks(await dash.newAccount(), async ({ page, context }) => {
      const other = await context.newPage()
      await other.goto('/dash')
      await other.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await other.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect((await context.cookies()).filter(({ name }) => name === 'shortlink')).toEqual([])
    })
  })

  it('when another account signs in after the session ended, nothing is sent as that one, and other tabs show it too', async () => {
    const [before, after] = [await dash.newAccount(), await dash.newAccount()]
    await after.ask('mutation { addShortlink(input: { target: "https://example.com/of-after" }) { id } }')
    await dash.atLinks(before, async ({ page, context }) => {
      const other = await context.newPage()
      await other.goto('/dash')
      await other.getByText('No links yet').waitFor()
      await page.getByLabel('Destination URL').fill('https://example.com/of-before')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
      await signIn(page, after)
      for (const tab of [page, other]) await tab.getByText('example.com/of-after').waitFor()
      const { data, errors } = await after.ask('{ shortlinkConnection { totalCount } }')
      expect(errors).toEqual([])
      expect(data.shortlinkConnection.totalCount).toBe(1)
    })
  })

  it('when the session ends meanwhile, a dialog asks again, and what was typed is sent', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page, context }) => {
      await page.getByLabel('Destination URL').fill('https://example.com/kept')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
      await signIn(page, account)
      await page.getByText('Link created and copied').waitFor()
      const { data } = await account.ask('{ shortlinkConnection { items { target } } }')
      expect(data.shortlinkConnection.items).toEqual([{ target: 'https://example.com/kept' }])
    })
  })
})

describe('a service that needs an account', () => {
  const dash = useDash({ REQUIRE_AUTH_FOR_CREATE: 'true' })

  it('offers no link without one', async () => {
    await dash.newAccount()
    await dash.open(async ({ page }) => {
      await page.goto('/dash/sign-in')
      await page.getByLabel('Email').waitFor()
      expect(await page.getByText('Shorten without an account').count()).toBe(0)
    })
  })
})

describe('the first account with a sign-up token', () => {
  const dash = useDash({ SIGNUP: 'first', SIGNUP_TOKEN: 'a token of the operator' })

  it('asks for the token, says when it is wrong, and keeps what was typed', async () => {
    await dash.open(async ({ page }) => {
      await page.goto('/dash')
      await page.getByLabel('Sign-up token').fill('some other token')
      await page.getByLabel('Name').fill('Ada')
      await signIn(page, { email: 'ada@example.com', password: 'engine number nine' })
      await page.getByText('The sign-up token is wrong.').waitFor()
      await page.getByLabel('Sign-up token').fill('a token of the operator')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Shorten your first link' }).waitFor()
    })
  })
})

describe('while no account exists', () => {
  const [open, closed] = [useDash(), useDash({ SIGNUP: 'closed' })]

  it('every page is sign-up, also with open sign-up, until the first account', async () => {
    await open.open(async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
      await expectAccessible(page)
      await page.getByLabel('Name').fill('Ada')
      await signIn(page, { email: 'ada@example.com', password: 'engine number nine' })
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    })
    await open.open(async ({ page }) => {
      await page.goto('/dash')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.getByText('New here?').waitFor()
      await expectAccessible(page)
    })
  })

  it('closed sign-up names the command that creates the first account', async () => {
    await closed.open(async ({ page }) => {
      await page.goto('/dash')
      await page.getByText('shortlink user create').waitFor()
    })
  })
})

describe('the first account', () => {
  const dash = useDash({ SIGNUP: 'first' })

  it('is made on the first page; afterwards sign-up is closed', async () => {
    await dash.open(async ({ page }) => {
      await page.goto('/dash')
      await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
      await page.getByLabel('Name').fill('Ada')
      await signIn(page, { email: 'ada@example.com', password: 'engine number nine' })
      await page.getByRole('heading', { name: 'Shorten your first link' }).waitFor()
      await expectGoodOnBothScreens(page)
      await page.keyboard.type('example.com/first')
      await page.keyboard.press('Enter')
      await page.getByText('No visits yet').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      const followed = await fetch(`${dash.url}${new URL(copied).pathname}`, { redirect: 'manual' })
      expect(followed.headers.get('location')).toBe('https://example.com/first')
    }, PHONE)
    await dash.open(async ({ page }) => {
      await page.goto('/dash/sign-up')
      await page.getByText('Sign-up is closed').waitFor()
    })
  })
})
