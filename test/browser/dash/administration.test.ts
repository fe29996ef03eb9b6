import { blockHost, createAccount, createInvitation, setAccountRole } from '@shortlink/core'
import { reportLink } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { administrators } from '../../support/administrators.ts'
import { followLink, forgetAnswers, signIn, useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

describe('the administration', () => {
  const { configure, operate, promote } = administrators()
  const dash = useDash({}, configure)

  async function newAdmin() {
    const admin = await dash.newAccount()
    await promote(admin)
    return admin
  }

  const report = (slug: string, reason: string) =>
    operate(reportLink, { url: `${new URL(dash.url).host}/${slug}`, reason, email: 'visitor@example.com' })

  it('is there for administrators alone', async () => {
    await dash.atLinks(await newAdmin(), async ({ page }) => {
      await page.getByRole('link', { name: 'Administration' }).click()
      await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
      await page.getByText('Anyone who can reach this server can create an account').waitFor()
    })
    await dash.atLinks(await dash.newAccount(), async ({ page }) => {
      expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      await followLink(page, '/dash/admin')
      await page.getByText('Only the session of an administrator may do this').waitFor()
    })
  })

  it('finds the links of an account and of a host, and disables and enables link and account', async () => {
    const [admin, mallory] = [await newAdmin(), await dash.newAccount()]
    await mallory.ask('mutation { createShortlink(target: "https://phish.example/login", shortlink: "parcel") }')
    const status = async () => (await fetch(`${dash.url}/parcel`, { redirect: 'manual' })).status
    await dash.signedIn(admin, async ({ page }) => {
      await page.goto('/dash/admin/links')
      await page.getByLabel('Destination host').fill('phish.example')
      await page.getByText('1–1 of 1').waitFor()
      await page.getByText('https://phish.example/login').waitFor()
      await page.getByRole('button', { name: /^Disable the link .*parcel$/ }).click()
      await page.getByRole('button', { name: /^Enable .*parcel$/ }).waitFor()
      expect(await status()).toBe(410)
      await page.getByRole('button', { name: /^Enable .*parcel$/ }).click()
      await page.getByRole('button', { name: /^Disable the link .*parcel$/ }).waitFor()
      expect(await status()).toBe(302)

      await page.getByRole('link', { name: 'Accounts' }).click()
      await page.getByLabel('Search by email').fill(mallory.email)
      await page.getByText('1–1 of 1').waitFor()
      await page.getByRole('button', { name: `Disable the account ${mallory.email}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click()
      await page.getByRole('button', { name: `Enable ${mallory.email}` }).waitFor()
      expect((await mallory.ask('{ getUserInfo { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
      await page.getByRole('link', { name: '1 link' }).click()
      await page.getByText(`Links of ${mallory.email}.`).waitFor()
    })
  })

  it('creates a reset link for another account, which sets its password', async () => {
    const [admin, ada] = [await newAdmin(), await dash.newAccount()]
    await dash.signedIn(admin, async ({ page, context }) => {
      await page.goto('/dash/admin/accounts')
      await page.getByLabel('Search by email').fill(admin.email)
      await page.getByText('1–1 of 1').waitFor()
      expect(await page.getByRole('button', { name: 'Reset link' }).count()).toBe(0)
      await page.getByLabel('Search by email').fill(ada.email)
      await page.getByRole('button', { name: `Reset link for ${ada.email}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Send it only to the account holder').waitFor()
      await expectGoodOnBothScreens(page)
      await dialog.getByRole('button', { name: 'Copy' }).click()
      const link = await page.evaluate<string>('navigator.clipboard.readText()')
      await dialog.getByRole('button', { name: 'I have copied it' }).click()
      expect(await page.content()).not.toContain(new URL(link).hash.slice(1))

      const other = await context.newPage()
      await other.goto(link)
      await other.getByLabel('New password').fill('seven quiet rivers')
      await other.getByRole('button', { name: 'Set a new password' }).click()
      await other.getByText('Password changed').waitFor()
    })
    await dash.open(async ({ page }) => {
      await page.goto('/dash')
      await signIn(page, { ...ada, password: 'seven quiet rivers' })
      await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    })
  })

  it('blocks a host with its links, and unblocks it', async () => {
    const admin = await newAdmin()
    await admin.ask('mutation { createShortlink(target: "https://phishing.example/login", shortlink: "refund") }')
    const status = async () => (await fetch(`${dash.url}/refund`, { redirect: 'manual' })).status
    await dash.signedIn(admin, async ({ page }) => {
      const dialog = page.getByRole('dialog')
      await page.goto('/dash/admin/links')
      await page.getByLabel('Destination host').fill('phishing.example')
      await page.getByRole('button', { name: 'Block the host phishing.example' }).click()
      await dialog.getByText('1 link to this host').waitFor()
      await dialog.getByLabel('Host').fill('phishing.example/login')
      await dialog.getByRole('button', { name: 'Block host' }).click()
      await dialog.getByText('Host: enter a name such as go.example.com.').waitFor()
      await dialog.getByLabel('Host').fill('phishing.example')
      await dialog.getByLabel('Reason').fill('copies our sign-in page')
      await dialog.getByRole('button', { name: 'Block host' }).click()
      await page.getByRole('listitem').getByText('Host blocked').waitFor()
      expect(await status()).toBe(410)

      await page.getByRole('link', { name: 'Blocked hosts' }).click()
      await page.getByLabel('Search by host').fill('phishing')
      await page.getByText('1–1 of 1').waitFor()
      await page.getByText('copies our sign-in page').waitFor()
      await page.getByRole('button', { name: 'Unblock the host phishing.example' }).click()
      await dialog.getByRole('button', { name: 'Unblock host' }).click()
      await page.getByText('No results').waitFor()
      expect(await status()).toBe(302)
    })
  })

  it('finds the link of a report and its account, blocks the host and disables the account, and all of it is in the audit log', async () => {
    const [admin, mallory] = [await newAdmin(), await dash.newAccount()]
    await mallory.ask('mutation { createShortlink(target: "https://bank.example/login", shortlink: "bank") }')
    await report('bank', 'It copies the sign-in page of my bank.')
    await dash.signedIn(admin, async ({ page }) => {
      const dialog = page.getByRole('dialog')
      await page.goto('/dash/admin')
      await page.getByRole('link', { name: 'Reports 1 open report' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'It copies the sign-in page of my bank.' })
      await row.getByText('https://bank.example/login').waitFor()
      await row.getByText('by visitor@example.com').waitFor()
      await row.getByRole('link', { name: mallory.email }).click()
      await page.getByText('1–1 of 1').waitFor()
      await page.getByRole('button', { name: `Disable the account ${mallory.email}` }).waitFor()
      await page.goBack()
      await row.getByRole('button', { name: 'Block host: bank.example' }).click()
      await dialog.getByText('1 link to this host').waitFor()
      await dialog.getByRole('button', { name: 'Block host' }).click()
      await page.getByText('No open reports').waitFor()
      await page.getByRole('link', { name: 'Reports', exact: true }).waitFor()
      expect((await fetch(`${dash.url}/bank`, { redirect: 'manual' })).status).toBe(410)

      await page.getByLabel('Show').selectOption('Resolved reports')
      await row.getByText('Host blocked').waitFor()
      await row.getByRole('button', { name: `Disable account: ${mallory.email}` }).click()
      await dialog.getByRole('button', { name: 'Disable account' }).click()
      await page.getByText(`Disabled the account ${mallory.email}`).waitFor()
      expect((await mallory.ask('{ getUserInfo { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')

      await followLink(page, '/dash/settings/audit')
      const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
      const disabled = entries.filter({ hasText: 'disabled or enabled an account' })
      const resolved = entries.filter({ hasText: 'resolved an abuse report' })
      await resolved.filter({ hasText: 'Abuse report …' }).waitFor()
      await resolved.getByRole('link', { name: 'Blocked host bank.example' }).click()
      await page.getByText('1–1 of 1').waitFor()
      await page.getByText('bank.example', { exact: true }).waitFor()
      await page.goBack()
      await disabled.getByRole('link', { name: /^Account …/ }).click()
      await page.getByRole('button', { name: `Enable ${mallory.email}` }).waitFor()
    })
  })

  it('resolves a report without a block', async () => {
    const admin = await newAdmin()
    await admin.ask('mutation { createShortlink(target: "https://harmless.example/", shortlink: "fine") }')
    await report('fine', 'I do not like it.')
    await dash.signedIn(admin, async ({ page }) => {
      await page.goto('/dash/admin/reports')
      const row = page.getByRole('listitem').filter({ hasText: 'I do not like it.' })
      await row.getByRole('button', { name: /^Resolve without blocking: .*\/fine$/ }).click()
      await page.getByText('No open reports').waitFor()
      expect((await fetch(`${dash.url}/fine`, { redirect: 'manual' })).status).toBe(302)
    })
  })

  it('every page is accessible on a phone and on a desktop', async () => {
    const admin = await newAdmin()
    const target = `https://example.com/${'long/'.repeat(60)}`
    const { data } = await admin.ask('mutation ($target: String!) { createShortlink(target: $target) }', { target })
    await report(data.createShortlink, `It is ${'very '.repeat(50)}suspicious.\n\n${'x'.repeat(200)}`)
    await operate(blockHost, { host: `${'sub.'.repeat(40)}example`, reason: 'phishing, '.repeat(20) })
    await dash.signedIn(
      admin,
      async ({ page }) => {
        await page.goto('/dash/nowhere')
        for (const path of ['', '/reports', '/accounts', '/links', '/hosts']) {
          await forgetAnswers(page)
          await followLink(page, `/dash/admin${path}`)
          await page.getByText(path === '' ? 'SIGNUP=open' : /^1–/).waitFor()
          await expectGoodOnBothScreens(page)
        }
      },
      PHONE,
    )
  })
})

describe('sign-up by invitation', () => {
  const { configure, operate } = administrators()
  const dash = useDash({ SIGNUP: 'invite' }, configure)

  it('takes the code from the link of an invitation, once', async () => {
    const { pathname, search } = new URL((await operate(createInvitation, {})).url)
    const signUp = (email: string, text: string) =>
      dash.open(async ({ page }) => {
        await page.goto(pathname + search)
        expect(await page.getByLabel('Invitation code').inputValue()).toMatch(/^\w{32}$/)
        await page.getByLabel('Name').fill('Ada')
        await signIn(page, { email, password: 'engine number nine' })
        await page.getByText(text).waitFor()
      })
    await signUp('ada@example.com', 'Shorten your first link')
    await signUp('bob@example.com', 'Sign-up is closed')
  })

  it('an administrator creates an invitation and sees its link once', async () => {
    const account = { name: 'Root', email: 'root@example.com', password: 'engine number nine' }
    const { id } = await operate(createAccount, account)
    await operate(setAccountRole, { id, role: 'ADMIN' })
    await dash.open(async ({ page }) => {
      await page.goto('/dash/admin')
      await signIn(page, account)
      await page.getByRole('button', { name: 'Create invitation' }).click()
      await page.getByRole('dialog').getByText('/dash/sign-up?invite=').waitFor()
    })
  })
})
