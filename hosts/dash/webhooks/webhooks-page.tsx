import { useQuery } from '@tanstack/preact-query'
import { Webhook } from 'lucide'
import { useState } from 'preact/hooks'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { webhooks } from './queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import styles from './webhooks-page.module.css'

/** The account's webhooks, each with its state and the result of its newest event. */
export function WebhooksPage() {
  const { words } = useWords()
  const query = useQuery(webhooks)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      {words.webhooks.create}
    </button>
  )
  return (
    <Page title={words.frame.webhooks} actions={query.data && query.data.length > 0 && create}>
      <Loaded query={query} height="10rem">
        {(list) =>
          list.length === 0 ? (
            <NoWebhooks create={create} />
          ) : (
            <ul class={styles.list} aria-label={words.frame.webhooks}>
              {list.map((hook) => (
                <WebhookRow key={hook.id} hook={hook} last={hook.lastDelivery} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function NoWebhooks({ create }: { readonly create: preact.JSX.Element }) {
  const { words } = useWords()
  return (
    <Empty
      icon={Webhook}
      title={words.webhooks.none}
      advice={words.webhooks.noneAdvice}
      query={
        'mutation { createWebhook(input: { url: "https://example.com/hook", events: ["link.created"] }) { id secret } }'
      }
    >
      {create}
    </Empty>
  )
}
