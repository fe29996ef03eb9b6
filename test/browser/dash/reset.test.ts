import { expect, it } from 'vitest'
import { runInProcess } from '../../hosts/cli/in-process.ts'
import { ask } from '../../support/api.ts'
import { signIn, useDash } from '../../support/dash.ts'
import { newSqliteFile } from '../../support/databases.ts'

const settings = { DATABASE_URL: `sqlite:${newSqliteFile()}` }
const dash = useDash(settings)

async function newLink(email: string): Promise<string> {
  const { stdout } = await runInProcess(settings, ['user', 'reset-link', email, '--json'])
  return `/dash/reset${new URL(JSON.parse(stdout).url).hash}`
}

it('a reset link sets a new password only when its form is sent, once, and its token is in no request of the page', async () => {
  const account = await dash.newAccount()
  const isSignedIn = async () =>
    (await ask(dash.url, '{ getUserInfo { email } }', {}, account.headers)).data?.getUserInfo != null
  const link = await newLink(account.email)
  const token = link.split('#')[1] ?? ''
  await dash.signedIn(account, async ({ page }) => {
    const seen: string[] = []
    page.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())))
    await page.goto(link)
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(await isSignedIn()).toBe(true)
    const submit = page.getByRole('button', { name: 'Set a new password' })
    await page.getByLabel('New password').fill('password123')
    await submit.click()
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1)
    expect(await isSignedIn()).toBe(true)
    await page.getByLabel('New password').fill('seven quiet rivers')
    await submit.click()
    await page.getByText('Password changed. All sessions were signed out.').waitFor()
    expect(await isSignedIn()).toBe(false)
    expect(page.url()).toBe(`${dash.url}/dash/reset`)
    expect(seen.filter((text) => text.includes(token) && !text.endsWith(link))).toEqual([])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('Forgot your password? Ask your administrator for a reset link.').waitFor()
    await signIn(page, { ...account, password: 'seven quiet rivers' })
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    await page.goto(link)
    await page.getByLabel('New password').fill('eight quiet rivers')
    await submit.click()
    await page.getByText('This reset link is invalid, was used or has expired.').waitFor()
  })
})
