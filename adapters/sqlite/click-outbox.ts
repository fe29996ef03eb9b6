import { linkClicked } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import type { NumberedHit } from '../sql/hit-sums.ts'
import { toEventLink } from '../sql/outbox.ts'
import type { LinksTable } from '../sql/schema.ts'
import { subscribedTo, toDeliveryRow } from '../sql/webhook-rows.ts'

type Subscriber = Pick<LinksTable, 'id' | 'owner' | 'hostname' | 'slug' | 'target' | 'title' | 'created_at'> & {
  readonly webhook: string
}

/** Queues the clicks that new hits are, in the transaction under way. */
export function clickQueuer(db: Database) {
  const subscribersOf = db.prepare<[number, string], Subscriber>(
    `select links.id, links.owner, hostname, slug, target, title, links.created_at, webhooks.id as webhook
     from links join webhooks on webhooks.owner = links.owner
     where links.no = ? and webhooks.enabled = 1 and webhooks.events like ?`,
  )
  const insert = db.prepare(
    `insert into webhook_deliveries
       (id, webhook_id, event, data, status, response, attempts, step, due_at, created_at)
     values
       (@id, @webhook_id, @event, @data, @status, @response, @attempts, @step, @due_at, @created_at)
     on conflict (id) do nothing`,
  )
  return (hits: readonly NumberedHit[]) => {
    for (const [link, ofLink] of Map.groupBy(hits, ([, link]) => link)) {
      for (const row of subscribersOf.all(link, subscribedTo('link.clicked'))) {
        const clicked = toEventLink(row)
        for (const [hit] of ofLink) insert.run(toDeliveryRow(row.webhook, linkClicked(clicked, hit)))
      }
    }
  }
}
