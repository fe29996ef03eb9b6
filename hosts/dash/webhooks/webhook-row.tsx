import { withoutScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import { StateChip, StatusChip } from './chips.tsx'
import type { Delivery, Hook } from './queries.ts'
import { StateMeaning } from './state-meaning.tsx'
import { answerOf } from './webhook-state.ts'
import styles from './webhooks-page.module.css'

interface WebhookRowProps {
  readonly hook: Hook
  readonly last: Delivery | null
}

/** A webhook in the list: its endpoint, events, status, and last result. */
export function WebhookRow({ hook, last }: WebhookRowProps) {
  const { words, format } = useWords()
  const deliveries = last === null ? [] : [last]
  return (
    <li class={`card ${styles.row}`}>
      <p class={styles.first}>
        <a class="one-line" href={`/dash/webhooks/${hook.id}`} title={hook.url}>
          <bdi>{withoutScheme(hook.url)}</bdi>
        </a>
        <StateChip hook={hook} deliveries={deliveries} />
      </p>
      <p class="muted small">{hook.events.join(', ')}</p>
      <p class="cluster small">
        {last === null ? (
          <span class="muted">{words.webhooks.never}</span>
        ) : (
          <>
            <span class="muted">{words.webhooks.last}</span>
            <StatusChip status={last.status} />
            <code>{last.event}</code>
            <time class="muted" dateTime={last.createdAt} title={format.dateTime(last.createdAt)}>
              {format.ago(last.createdAt)}
            </time>
            <bdi class="muted">{answerOf(last.response).line}</bdi>
          </>
        )}
      </p>
      <StateMeaning hook={hook} deliveries={deliveries} />
    </li>
  )
}
