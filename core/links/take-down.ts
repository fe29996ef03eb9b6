import { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { Ports } from '../ports.ts'
import { findAnyLink, type LinkAddress } from './any-links.ts'
import { type Link, namespaceOf } from './link.ts'
import { linkDeleted } from './link-events.ts'
import { tombstoneTime } from './tombstones.ts'

type TakeDownPorts = Pick<Ports, 'store' | 'clock' | 'policy'>
type Found = ResultAsync<Link, ErrorOf<'not-found'>>

/** Disables or enables a link of any owner for visitors. For operators only, so no surface offers it. */
export const setLinkDisabled = (ports: TakeDownPorts, address: LinkAddress, disabled: boolean): Found =>
  findAnyLink(ports, address).andThen((link) => {
    const at = disabled ? ports.clock.now() : null
    return found(ports.store.links.setDisabled(namespaceOf(link), link.slug, at), 'Shortlink')
  })

/** Deletes a link of any owner with its hits and queues the event of it. For operators only, so no surface offers it. */
export const deleteAnyLink = (ports: TakeDownPorts & Pick<Ports, 'ids'>, address: LinkAddress): Found =>
  findAnyLink(ports, address).andThen((link) =>
    ports.store.atomic((store) =>
      found(store.links.deleteBySlug(namespaceOf(link), link.slug, tombstoneTime(ports)), 'Shortlink').andThen((link) =>
        ResultAsync.fromSafePromise(
          store.outbox.add(linkDeleted(ports.ids.event(), link, ports.clock.now())).then(() => link),
        ),
      ),
    ),
  )
