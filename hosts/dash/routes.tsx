import { lazy } from 'preact-iso'
import { LinksPage } from './links/list/links-page.tsx'
import { loadChunk } from './ui/browser/reload-once.ts'
import { Stale } from './ui/stale.tsx'

/** The pages by their path. All except the list of links are separate chunks, loaded on first use. */
export const ROUTES = [
  { path: '/dash', component: LinksPage },
  { path: '/dash/new', component: lazily(() => import('./links/form/new-page.tsx').then((page) => page.NewPage)) },
  {
    path: '/dash/welcome',
    component: lazily(() => import('./account/welcome-page.tsx').then((page) => page.WelcomePage)),
  },
  {
    path: '/dash/visits',
    component: lazily(() => import('./visits/all-visits-page.tsx').then((page) => page.AllVisitsPage)),
  },
  {
    path: '/dash/links/:id',
    component: lazily(async () => {
      const [{ LinkVisitsPage }, { LinkHistory }, { storedRuleInWords }] = await Promise.all([
        import('./visits/link-visits-page.tsx'),
        import('./audit/link-history.tsx'),
        import('./rules/sentence.ts'),
      ])
      return () => <LinkVisitsPage History={LinkHistory} ruleInWords={storedRuleInWords} />
    }),
  },
  {
    path: '/dash/links/:id/edit',
    component: lazily(() => import('./links/form/edit-page.tsx').then((page) => page.EditPage)),
  },
  {
    path: '/dash/links/:id/rules',
    component: lazily(() => import('./rules/rules-page.tsx').then((page) => page.RulesPage)),
  },
  { path: '/dash/links/:id/qr', component: lazily(() => import('./qr/qr-page.tsx').then((page) => page.QrPage)) },
  {
    path: '/dash/bio',
    component: lazily(() => import('./bio/bio-pages-page.tsx').then((page) => page.BioPagesPage)),
  },
  {
    path: '/dash/bio/:id',
    component: lazily(() => import('./bio/bio-editor-page.tsx').then((page) => page.BioEditorPage)),
  },
  {
    path: '/dash/domains',
    component: lazily(() => import('./domains/domains-page.tsx').then((page) => page.DomainsPage)),
  },
  {
    path: '/dash/webhooks',
    component: lazily(() => import('./webhooks/webhooks-page.tsx').then((page) => page.WebhooksPage)),
  },
  {
    path: '/dash/webhooks/:id',
    component: lazily(() => import('./webhooks/webhook-page.tsx').then((page) => page.WebhookPage)),
  },
  {
    path: '/dash/settings',
    component: lazily(() => import('./settings/settings-page.tsx').then((page) => page.SettingsPage)),
  },
  {
    path: '/dash/settings/import',
    component: lazily(() => import('./transfer/transfer-page.tsx').then((page) => page.TransferPage)),
  },
  {
    path: '/dash/settings/defaults',
    component: lazily(() => import('./links/defaults/defaults-page.tsx').then((page) => page.DefaultsPage)),
  },
  {
    path: '/dash/admin',
    component: lazily(() => import('./admin/overview-page.tsx').then((page) => page.OverviewPage)),
  },
  {
    path: '/dash/admin/reports',
    component: lazily(() => import('./admin/reports-page.tsx').then((page) => page.ReportsPage)),
  },
  {
    path: '/dash/admin/accounts',
    component: lazily(() => import('./admin/accounts-page.tsx').then((page) => page.AccountsPage)),
  },
  {
    path: '/dash/admin/links',
    component: lazily(() => import('./admin/any-links-page.tsx').then((page) => page.AnyLinksPage)),
  },
  {
    path: '/dash/admin/hosts',
    component: lazily(() => import('./admin/blocked-hosts-page.tsx').then((page) => page.BlockedHostsPage)),
  },
  {
    path: '/dash/settings/audit',
    component: lazily(() => import('./audit/audit-page.tsx').then((page) => page.AuditPage)),
  },
] as const

/** The public page of shared statistics, without the frame. */
export const SharedPage = lazily(() => import('./visits/shared/shared-page.tsx').then((page) => page.SharedPage))

/** The pages of visitors who are not signed in, in separate chunks as well. */
export const SignInPage = lazily(() => import('./account/sign-in-page.tsx').then((page) => page.SignInPage))
export const SignUpPage = lazily(() => import('./account/sign-up-page.tsx').then((page) => page.SignUpPage))
export const ResetPage = lazily(() => import('./account/reset-page.tsx').then((page) => page.ResetPage))

/** The page on which a user lets an app use the account, without the frame. */
export const ConnectPage = lazily(() => import('./account/connect/connect-page.tsx').then((page) => page.ConnectPage))

function lazily<Component>(load: () => Promise<Component>) {
  return lazy(() => loadChunk(load).catch(() => Stale))
}
