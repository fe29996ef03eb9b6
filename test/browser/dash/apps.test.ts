import { sha256 } from '@shortlink/adapters/security'
import { linkIssuerUser } from '@shortlink/core/adapter'
import type { Background, PendingApp, Store } from '@shortlink/core/ports'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import { followLink, forgetAnswers, signIn, useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const SIGN_IN_URL = 'https://sho.rt/mcp/oauth'

const NO_BACKGROUND: Background = { run: () => {}, drained: async () => {} }

/** Apps that wait for consent, by the id in the address of the page. The page goes on to an address of this server. */
const waiting = new Map<string, PendingApp>()

const withApps: Configure = (root) => {
  const answer = (uid: string, path: string) => (waiting.delete(uid) ? `${path}?uid=${uid}` : undefined)
  root.replace('authorizationServer', {
    findPending: async (uid) => waiting.get(uid),
    approve: async (uid, { scopes }) => answer(uid, `/healthz/approved/${scopes.join()}`),
    deny: async (uid) => answer(uid, '/healthz/denied'),
  })
  root.decorate('policy', (policy) => ({ ...policy, service: { ...policy.service, mcpOauthUrl: SIGN_IN_URL } }))
}

const dash = useDash({}, withApps)

const CLAUDE: PendingApp['client'] = {
  id: 'https://claude.ai/client',
  name: 'Claude',
  host: 'claude.ai',
  verified: true,
}
const UNKNOWN: PendingApp['client'] = { id: 'dcr-1', name: 'Claude', host: null, verified: false }

/** The path of the consent page of an app. */
function requestOf(app: Partial<PendingApp> = {}): string {
  const uid = `uid-${waiting.size}-${Math.random().toString(36).slice(2)}`
  const scopes = ['links:read', 'links:write', 'links:delete', 'billing:write'] as const
  waiting.set(uid, { client: CLAUDE, redirectHost: 'claude.ai', scopes, expiresAt: 5e12, ...app })
  return `/dash/connect/${uid}`
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })
const checked = (page: Page) => page.getByRole('checkbox', { checked: true })

describe('the consent page', () => {
  it('says who asks for what, and grants what is selected', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(requestOf())
      await page.getByRole('heading', { name: 'Connect Claude to your account?', level: 1 }).waitFor()
      for (const text of [account.email, 'claude.ai', '90 days', 'Connected apps'])
        await page.getByText(text).first().waitFor()
      // Deletions and payments are left to the user.
      expect(await checked(page).count()).toBe(3)
      // A permission that another one includes stays selected with it.
      const permission = (name: RegExp) => page.getByRole('checkbox', { name })
      const read = permission(/^Read links · included below$/)
      expect([await read.isChecked(), await read.isDisabled()]).toEqual([true, true])
      expect(await permission(/^Create links · included below$/).isChecked()).toBe(true)
      await permission(/^Create and change links/).uncheck()
      expect(await permission(/^Create links/).count()).toBe(0)
      await permission(/^Read links$/).uncheck()
      await permission(/^Delete links/).check()
      expect(await permission(/^Read links · included below$/).isDisabled()).toBe(true)
      await connect(page).click()
      await page.waitForURL('**/healthz/approved/links:read,links:delete?uid=*')
      await page.goto('/dash/settings')
      await page.getByRole('list', { name: 'Your connected apps' }).getByText('claude.ai').waitFor()
    })
  })

  it('comes after sign-in, and grants nothing before', async () => {
    const account = await dash.newAccount()
    const path = requestOf()
    await dash.open(async ({ page }) => {
      await page.goto(path)
      await signIn(page, account)
      await connect(page).waitFor()
      expect(waiting.has(path.split('/').at(-1) ?? '')).toBe(true)
      expect(new URL(page.url()).pathname).toBe(path)
      await page.getByRole('button', { name: 'Use another account' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
    expect((await account.ask('{ connectedApps { id } }')).data).toEqual({ connectedApps: [] })
  })

  it('sends a refusal to the app', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(requestOf())
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForURL('**/healthz/denied?uid=*')
    })
    expect((await account.ask('{ connectedApps { id } }')).data).toEqual({ connectedApps: [] })
  })

  it('warns of an unverified app, and needs a permission', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(requestOf({ client: UNKNOWN, redirectHost: 'evil.test', scopes: ['links:delete'] }))
        await page.getByText('Unverified app').waitFor()
        await page.getByText('recognize evil.test').waitFor()
        await page.getByText('Select at least one permission').waitFor()
        expect(await connect(page).isDisabled()).toBe(true)
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })

  it('says so if the request was answered or has expired', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page, context }) => {
      const path = requestOf()
      await page.goto(path)
      await connect(page).waitFor()
      const other = await context.newPage()
      await other.goto(path)
      await connect(other).click()
      await other.waitForURL('**/healthz/approved/**')
      await connect(page).click()
      await page.getByRole('heading', { name: 'This request has expired' }).waitFor()
      await expectGoodOnBothScreens(page)
      await page.reload()
      await page.getByRole('heading', { name: 'This request has expired' }).waitFor()
    })
  })

  it('is accessible in English and German, and no page can frame it', async () => {
    const account = await dash.newAccount()
    const path = requestOf()
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(path)
        for (const [language, title] of [
          ['en', 'Connect Claude to your account?'],
          ['de', 'Claude mit Ihrem Konto verbinden?'],
        ] as const) {
          await page.evaluate(
            `localStorage.setItem('shortlink.language', '${language}'); dispatchEvent(new Event('shortlink.preference'))`,
          )
          await page.getByRole('heading', { name: title }).waitFor()
          await expectGoodOnBothScreens(page)
        }
      },
      PHONE,
    )
    const { headers } = await fetch(new URL(path, dash.url))
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('connected apps in the settings', () => {
  it('show how to connect one, and are disconnected after a confirmation', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const apps = page.getByRole('region', { name: 'Connected apps' })
      await apps.getByText('No connected apps yet').waitFor()
      await apps.getByRole('button', { name: 'Copy' }).click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(SIGN_IN_URL)
      await page.getByRole('region', { name: 'AI agents' }).getByText(SIGN_IN_URL).waitFor()
      await expectGoodOnBothScreens(page)

      await followLink(page, requestOf({ client: UNKNOWN, scopes: ['links:read', 'analytics:read'] }))
      await connect(page).click()
      await page.waitForURL('**/healthz/approved/**')
      await page.goto('/dash/settings')
      await apps.getByText('Unverified app').waitFor()
      await apps.getByText('Read links, Read visits and analytics').waitFor()
      await apps.getByText('last used never').waitFor()
      await expectGoodOnBothScreens(page)
      await apps.getByRole('button', { name: 'Disconnect Claude' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await apps.getByText('No connected apps yet').waitFor()
      await followLink(page, '/dash/settings/audit')
      await page.getByText('Connected app').first().waitFor()
    })
    expect((await account.ask('{ connectedApps { id } }')).data).toEqual({ connectedApps: [] })
  })
})

describe('connected apps with an outside issuer', () => {
  let store: Store | undefined
  const byIssuer = useDash({}, (root) => {
    const service = { mcpOauthUrl: SIGN_IN_URL, oauthIssuer: 'https://idp.example/team' }
    root.decorate('policy', (policy) => ({ ...policy, service: { ...policy.service, ...service } }))
    root.decorate('store', (opened) => {
      store = opened
      return opened
    })
  })

  it('say that access is granted and revoked there, and what removing the link does', async () => {
    const account = await byIssuer.newAccount()
    await byIssuer.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const apps = page.getByRole('region', { name: 'Connected apps' })
      await apps.getByText('revoke their access there').waitFor()
      const ports = { store: store as Store, clock: Date, digest: sha256, background: NO_BACKGROUND }
      const user = { issuer: 'https://idp.example/team', subject: 'ada' }
      expect((await linkIssuerUser(ports, user, account.email)).isOk()).toBe(true)
      await forgetAnswers(page)
      await followLink(page, '/dash/settings')
      await apps.getByText('Your user at idp.example is linked to this account.').waitFor()
      await expectGoodOnBothScreens(page)
      await apps.getByRole('button', { name: 'Disconnect idp.example' }).click()
      await page.getByRole('dialog').getByText('revoke it at idp.example').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await apps.getByText('No connected apps yet').waitFor()
    })
  })
})
