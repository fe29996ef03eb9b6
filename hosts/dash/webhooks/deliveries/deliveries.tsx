import { useLocation } from 'preact-iso'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Delivery, Hook } from '../queries.ts'
import { STATUSES, statusOf } from '../webhook-state.ts'
import styles from './deliveries.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { TestEvent } from './test-event.tsx'

interface DeliveriesProps {
  readonly hook: Hook
  /** Newest first. */
  readonly deliveries: readonly Delivery[]
}

/** The newest deliveries, all or with the status in the URL. */
export function Deliveries({ hook, deliveries }: DeliveriesProps) {
  const { words } = useWords()
  const { query, route, path } = useLocation()
  const status = statusOf(query.status)
  const shown = deliveries.filter((delivery) => status === undefined || delivery.status === status)
  return (
    <section class="card stack" aria-label={words.webhooks.deliveries}>
      <div class="cluster apart">
        <h2>{words.webhooks.deliveries}</h2>
        <TestEvent hook={hook} />
      </div>
      <div class="cluster">
        <Select
          bare
          label={words.webhooks.onlyStatus}
          value={status ?? ''}
          options={[
            ['', words.webhooks.all],
            ...STATUSES.map((status) => [status, words.webhooks.statuses[status]] as const),
          ]}
          onChange={(chosen) => route(chosen === '' ? path : `${path}?status=${chosen}`, true)}
        />
        <p class="muted small">{words.webhooks.deliveriesHint}</p>
      </div>
      {shown.length === 0 ? (
        <p class="muted">{deliveries.length === 0 ? words.webhooks.noDeliveries : words.webhooks.noneWithStatus}</p>
      ) : (
        <ul class={styles.list} aria-label={words.webhooks.deliveries}>
          {shown.map((delivery) => (
            <DeliveryRow key={delivery.id} hook={hook} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}
