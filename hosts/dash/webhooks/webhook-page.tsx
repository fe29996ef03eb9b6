import { useQuery } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { codeOf } from '../api/errors.ts'
import { Page } from '../ui/page.tsx'
import { Loaded, Missing } from '../ui/states.tsx'
import { withoutScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import { StateChip } from './chips.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { Deliveries } from './deliveries/deliveries.tsx'
import { webhook } from './queries.ts'
import { SecretPart } from './secret-part.tsx'
import { SettingsForm } from './settings-form.tsx'
import { StateMeaning } from './state-meaning.tsx'
import { SwitchButton } from './switch-button.tsx'
import { VerifyPart } from './verify-part.tsx'

/** One webhook: its live deliveries, and its settings. */
export function WebhookPage() {
  const { words } = useWords()
  const { params } = useRoute()
  const id = params.id ?? ''
  const query = useQuery(webhook(id))
  const list = { title: words.frame.webhooks, href: '/dash/webhooks' }
  const crumbs = [list]
  const hook = query.data?.hook
  if (hook === null || codeOf(query.error) === 'NOT_FOUND') {
    return (
      <Page title={words.webhooks.missing} crumbs={crumbs}>
        <Missing advice={words.webhooks.missingAdvice} list={list} />
      </Page>
    )
  }
  const deliveries = query.data?.deliveries ?? []
  return (
    <Page
      title={hook ? withoutScheme(hook.url) : words.states.loading}
      crumbs={crumbs}
      actions={
        hook && (
          <>
            <StateChip hook={hook} deliveries={deliveries} />
            <SwitchButton hook={hook} />
          </>
        )
      }
    >
      {hook && <StateMeaning hook={hook} deliveries={deliveries} />}
      <Loaded query={{ ...query, data: hook }} height="24rem">
        {(hook) => (
          <>
            <Deliveries hook={hook} deliveries={deliveries} />
            <div class="columns">
              <SettingsForm key={hook.id} hook={hook} />
              <div class="stack">
                <SecretPart id={hook.id} />
                <DeleteWebhook hook={hook} />
              </div>
            </div>
            <VerifyPart />
          </>
        )}
      </Loaded>
    </Page>
  )
}
