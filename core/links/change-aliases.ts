import { ResultAsync } from 'neverthrow'
import type { Ports } from '../ports.ts'
import type { Link } from './link.ts'
import { linkUpdated } from './link-events.ts'

/** Changes the aliases of a link and queues the event of it in one transaction. `change` returns the link as it is then. */
export function changeAliases<E>(ports: Ports, change: (ports: Ports) => ResultAsync<Link, E>): ResultAsync<Link, E> {
  const changed = ports.store.atomic((store) =>
    change({ ...ports, store }).andThen((link) =>
      ResultAsync.fromSafePromise(store.outbox.add(linkUpdated(ports.ids.event(), link, ['aliases']))).map(
        (queued) => ({ link, queued }),
      ),
    ),
  )
  return changed.map(({ link, queued }) => {
    if (queued > 0) ports.dispatcher.wake()
    return link
  })
}
