import { useQuery } from '@tanstack/preact-query'
import { service } from '../account/queries.ts'
import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.tsx'
import { AccountPart } from './account-part.tsx'
import { AgentsPart } from './agents-part.tsx'
import { AuditPart } from './audit-part.tsx'
import { BillingPart } from './billing-part.tsx'
import { BookmarkletPart } from './bookmarklet-part.tsx'
import { KeysPart } from './keys/keys-part.tsx'
import { LookPart } from './look-part.tsx'
import { OwnVisitsPart } from './own-visits-part.tsx'
import { SessionsPart } from './sessions/sessions-part.tsx'
import { TransferPart } from './transfer-part.tsx'

/** Account settings, and display preferences of this browser. */
export function SettingsPage() {
  const { words } = useWords()
  const { data } = useQuery(service)
  return (
    <Page title={words.frame.settings}>
      {data?.signup === 'OPEN' && <p class="card muted">{words.settings.signupOpen}</p>}
      {data?.billing && <BillingPart />}
      <KeysPart />
      <div class="columns">
        <AgentsPart />
        <OwnVisitsPart />
        <LookPart />
        <BookmarkletPart />
        <TransferPart />
        <AuditPart />
      </div>
      <SessionsPart />
      <AccountPart />
      {data?.billing === false && <p class="muted small">{words.billing.byOperator}</p>}
      {data && <p class="muted small">shortlink {data.version}</p>}
    </Page>
  )
}
