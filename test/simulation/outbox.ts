import assert from 'node:assert/strict'
import type { WebhookDelivery } from '@shortlink/core'
import type { Invariant } from './model.ts'
import { Receiver } from './receiver.ts'
import { type Model, WEBHOOK, webhooks } from './webhooks.ts'

/** A receiver that is sent nothing, so that all events stay in the outbox. */
class NoReceiver extends Receiver {
  override connect() {
    return {}
  }
}

/** More deliveries than a history makes. */
const ALL = 1000

/** The outbox has the events of committed changes, and no others: none of work that was refused or undone. */
export const outbox: Invariant<Model> = {
  ...webhooks,
  name: 'outbox',
  outside: () => new NoReceiver(),
  async check({ expected, commits }, { store }) {
    const deliveries = await store.deliveries.listByWebhook(WEBHOOK, ALL)
    // Only the feed confirms changes and deletions, and it may report a commit twice.
    const isConfirmed = (type: string) => type === 'link.created' || type === 'link.clicked'
    const confirmed = deliveries.filter(({ event }) => isConfirmed(event))
    assert.deepEqual(confirmed.map(({ id }) => id).sort(), [...expected].sort(), 'events of links and visits')
    for (const [slug, count] of commits) {
      const isOf = ({ data }: WebhookDelivery) =>
        data.type !== 'link.clicked' && 'link' in data && data.link.slug === slug
      const events = deliveries.filter(isOf)
      assert(events.length <= count, `${events.length} events of ${count} changes of ${slug}`)
    }
  },
}
