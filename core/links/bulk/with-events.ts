import { ResultAsync } from 'neverthrow'
import type { Ports } from '../../ports.ts'
import type { Processed } from './bulk.ts'

/** Does the work of one call and queues its events, in one transaction. Returns the value of the work. */
export function withEvents<T, E>(
  ports: Ports,
  work: (ports: Ports) => ResultAsync<Processed<T>, E>,
): ResultAsync<T, E> {
  const done = ports.store.atomic((store) =>
    work({ ...ports, store }).andThen(({ value, events }) =>
      ResultAsync.fromSafePromise(store.outbox.add(events)).map((queued) => ({ value, queued })),
    ),
  )
  return done.map(({ value, queued }) => {
    if (queued > 0) ports.dispatcher.wake()
    return value
  })
}
