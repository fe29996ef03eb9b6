import type { ResultAsync } from 'neverthrow'
import type { Change } from '../../audit/audit-entry.ts'
import type { Ports } from '../../ports.ts'
import { withEvents } from '../bulk/with-events.ts'
import type { Link } from '../link.ts'
import { linkUpdated } from '../link-events.ts'

/** Changes the aliases of a link and queues its event in one transaction. `change` returns the updated link. */
export const changeAliases = <E>(ports: Ports, change: (ports: Ports) => ResultAsync<Link, E>): ResultAsync<Link, E> =>
  withEvents(ports, (ports) =>
    change(ports).map((link) => ({ value: link, events: linkUpdated(ports.ids.event(), link, ['aliases']) })),
  )

/** The entry of a changed link in the audit log. */
export const aliasesChanged = ({ id }: Link): Change[] => [{ kind: 'LINK', id, changed: ['aliases'] }]
