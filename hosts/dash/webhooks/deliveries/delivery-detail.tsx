import { useQuery } from '@tanstack/preact-query'
import { CopyButton } from '../../ui/copy.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { body, type Delivery } from '../queries.ts'
import { answerOf, indented } from '../webhook-state.ts'

interface DeliveryDetailProps {
  readonly webhookId: string
  readonly delivery: Delivery
}

/** The posted body of a delivery, and the endpoint's last response. */
export function DeliveryDetail({ webhookId, delivery: { id, response } }: DeliveryDetailProps) {
  const { words } = useWords()
  const query = useQuery(body(webhookId, id))
  const { line, text } = answerOf(response)
  return (
    <div class="stack">
      <p class="cluster small">
        <span class="muted">webhook-id</span>
        <code>{id}</code>
        <CopyButton text={id} label={words.webhooks.copyId} />
      </p>
      <div class="stack tight">
        <h3>{words.webhooks.body}</h3>
        <Loaded query={query} height="8rem">
          {(posted) =>
            posted === null ? (
              <p class="muted">{words.webhooks.bodyGone}</p>
            ) : (
              <>
                <pre class="code">{indented(posted)}</pre>
                <div>
                  <CopyButton wide quiet text={posted} label={words.webhooks.copyBody} />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
      {response !== null && (
        <div class="stack tight">
          <h3>{words.webhooks.answer}</h3>
          <pre class="code">{[line, text].filter(Boolean).join('\n')}</pre>
        </div>
      )}
    </div>
  )
}
