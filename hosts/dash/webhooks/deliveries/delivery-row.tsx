import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { WriteButton } from '../../ui/write.tsx'
import { StatusChip } from '../chips.tsx'
import opens from '../opens.module.css'
import { type Delivery, type Hook, REPLAY, webhook } from '../queries.ts'
import { answerOf } from '../webhook-state.ts'
import styles from './deliveries.module.css'
import { DeliveryDetail } from './delivery-detail.tsx'

interface DeliveryRowProps {
  readonly hook: Pick<Hook, 'id' | 'enabled'>
  readonly delivery: Delivery
}

/** A delivery: its event, time, result, and next attempt. It expands to the posted body and the response. */
export function DeliveryRow({ hook, delivery }: DeliveryRowProps) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { id, event, status, attempts, createdAt, nextAttemptAt } = delivery
  const replaying = useMutation({
    mutationFn: () => ask(REPLAY, { id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: webhook(hook.id).queryKey })
      toast(words.webhooks.replayed)
    },
    onError: (error) => toast(error.message),
  })
  const again = status === 'PENDING' ? words.webhooks.tryNow : words.webhooks.replay
  const next =
    nextAttemptAt && (hook.enabled ? words.webhooks.nextTry(format.ago(nextAttemptAt)) : words.webhooks.waitsForSwitch)
  return (
    <li class={styles.row}>
      <details class={opens.opens} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class={styles.facts}>
            <span>
              <StatusChip status={status} />
            </span>
            <code>{event}</code>
            <time class="muted small" dateTime={createdAt} title={format.dateTime(createdAt)}>
              {format.ago(createdAt)}
            </time>
            <span class="muted small number">
              {[attempts === 0 ? words.webhooks.untried : words.webhooks.tries(attempts), next]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <bdi class="small">{answerOf(delivery.response).line}</bdi>
          </span>
        </summary>
        {isOpen && <DeliveryDetail webhookId={hook.id} delivery={delivery} />}
      </details>
      <WriteButton
        label={`${again}: ${event}, ${format.dateTime(createdAt)}`}
        isBusy={replaying.isPending}
        error={replaying.error}
        onClick={() => replaying.mutate()}
      >
        {again}
      </WriteButton>
    </li>
  )
}
