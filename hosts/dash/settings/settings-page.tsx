import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { account, service } from '../account/queries.ts'
import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.tsx'
import type { Messages } from '../words/messages.ts'
import { AccountPart } from './account-part.tsx'
import { AgentsPart } from './agents-part.tsx'
import { AppsPart } from './apps/apps-part.tsx'
import { AuditPart } from './audit-part.tsx'
import { BillingPart } from './billing-part.tsx'
import { BookmarkletPart } from './bookmarklet-part.tsx'
import { DefaultsPart } from './defaults-part.tsx'
import { KeysPart } from './keys/keys-part.tsx'
import { LookPart } from './look-part.tsx'
import { OwnVisitsPart } from './own-visits-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SessionsPart } from './sessions/sessions-part.tsx'
import { SettingsNavigation } from './settings-navigation.tsx'
import styles from './settings-page.module.css'
import { TransferPart } from './transfer-part.tsx'

type SectionName = keyof Messages['settings']['sections']

interface Section {
  readonly name: SectionName
  readonly parts: ComponentChildren
}

/** Account settings, and display preferences of this browser, as sections with their own navigation. */
export function SettingsPage() {
  const { words } = useWords()
  const { data } = useQuery(service)
  const isAdministrator = useQuery(account).data?.role === 'ADMIN'
  const sections: readonly Section[] = [
    { name: 'profile', parts: <AccountPart /> },
    {
      name: 'security',
      parts: (
        <>
          <PasswordPart />
          <SessionsPart />
          <AuditPart />
        </>
      ),
    },
    { name: 'keys', parts: <KeysPart /> },
    ...(data?.mcpUrl ? [{ name: 'agents' as const, parts: <AgentsPart /> }] : []),
    ...(data?.mcpOauthUrl
      ? [{ name: 'apps' as const, parts: <AppsPart url={data.mcpOauthUrl} issuer={data.oauthIssuer ?? undefined} /> }]
      : []),
    { name: 'appearance', parts: <LookPart /> },
    { name: 'defaults', parts: <DefaultsPart /> },
    { name: 'visits', parts: <OwnVisitsPart /> },
    {
      name: 'transfer',
      parts: (
        <>
          <TransferPart />
          <BookmarkletPart />
        </>
      ),
    },
    ...(data?.billing ? [{ name: 'plan' as const, parts: <BillingPart /> }] : []),
  ]
  return (
    <Page title={words.frame.settings}>
      <div class={styles.page}>
        <SettingsNavigation names={sections.map(({ name }) => name)} />
        <div class={styles.sections}>
          {isAdministrator && data?.signup === 'OPEN' && <p class="card muted">{words.settings.signupOpen}</p>}
          {sections.map(({ name, parts }) => (
            <div key={name} id={name} class="stack" data-section>
              <h2>{words.settings.sections[name]}</h2>
              {parts}
            </div>
          ))}
          {isAdministrator && data?.billing === false && <p class="muted small">{words.billing.byOperator}</p>}
        </div>
      </div>
    </Page>
  )
}
