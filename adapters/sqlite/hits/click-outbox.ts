import { linkClicked } from '@shortlink/core/adapter'
import type { Database } from 'better-sqlite3'
import type { Selectable } from 'kysely'
import type { KeyedHit } from '../../sql/hits/hit-sums.ts'
import { type ComputedColumns, TAGS_TEXT } from '../../sql/rows/computed-texts.ts'
import type { LinksTable } from '../../sql/tables/links.ts'
import { type EventColumn, toEventLink } from '../../sql/webhooks/event-link.ts'
import { subscribedTo, toDeliveryRow } from '../../sql/webhooks/webhook-rows.ts'

type Subscriber = Pick<Selectable<LinksTable>, EventColumn> &
  Pick<ComputedColumns, 'tags'> & {
    readonly no: number
    readonly webhook: string
  }

/** Queues deliveries of new hits to the webhooks that are subscribed to clicks. */
export function clickQueuer(db: Database) {
  const wanted = subscribedTo('link.clicked')
  const isAnyWanted = db
    .prepare<[string], 0 | 1>('select exists (select 1 from webhooks where enabled = 1 and events like ?)')
    .pluck()
  // One query for all links: most have no subscriber, and a query for each link costs a fifth of the time of storing the hits.
  const subscribersOf = db.prepare<[string, string], Subscriber>(
    `select links.no, links.id, links.owner, hostname, slug, target, guarded_target, guarded, title, external_id, links.created_at, ${TAGS_TEXT}, webhooks.id as webhook
     from json_each(?) as hit
     cross join links on links.no = hit.value
     cross join webhooks on webhooks.owner = links.owner
     where webhooks.enabled = 1 and webhooks.events like ?`,
  )
  const insert = db.prepare(
    `insert into webhook_deliveries
       (id, webhook_id, event, data, status, response, attempts, step, due_at, created_at)
     values
       (@id, @webhook_id, @event, @data, @status, @response, @attempts, @step, @due_at, @created_at)
     on conflict (id) do nothing`,
  )
  /** Within the current transaction. */
  function queueClicks(hits: readonly KeyedHit[]) {
    const byLink = Map.groupBy(hits, ([, link]) => link)
    for (const row of subscribersOf.all(JSON.stringify([...byLink.keys()]), wanted)) {
      const clicked = toEventLink(row)
      for (const [hit] of byLink.get(row.no) ?? []) insert.run(toDeliveryRow(row.webhook, linkClicked(clicked, hit)))
    }
  }

  return { areClicksWanted: () => isAnyWanted.get(wanted) === 1, queueClicks }
}
