import { okAsync, type ResultAsync } from 'neverthrow'
import { normalizeHostname } from '../domains/domain.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { Ports } from '../ports.ts'
import { type Link, namespaceOf } from './link.ts'

type TakeDownPorts = Pick<Ports, 'store' | 'clock'>

/** The public address of a link. Without `host` it is on the service's own host. */
export interface LinkAddress {
  readonly slug: string
  /** A verified custom domain. */
  readonly host?: string | undefined
}

type Found = ResultAsync<Link, ErrorOf<'not-found'>>

/** Disables or enables a link of any owner for visitors. For operators only, so no surface offers it. */
export const setLinkDisabled = ({ store, clock }: TakeDownPorts, address: LinkAddress, disabled: boolean): Found =>
  inNamespace(store, address, (namespace) =>
    store.links.setDisabled(namespace, address.slug, disabled ? clock.now() : null),
  )

/** Deletes a link of any owner with its hits. For operators only, so no surface offers it. */
export const deleteAnyLink = ({ store }: Pick<TakeDownPorts, 'store'>, address: LinkAddress): Found =>
  inNamespace(store, address, (namespace) => store.links.deleteBySlug(namespace, address.slug))

function inNamespace(
  store: Ports['store'],
  { host }: LinkAddress,
  work: (namespace: string) => Promise<Link | undefined>,
): Found {
  return namespaceAt(store, host).andThen((namespace) => found(work(namespace), 'Shortlink'))
}

function namespaceAt({ domains }: Ports['store'], host: string | undefined) {
  if (host === undefined) return okAsync('')
  return found(domains.findVerified(normalizeHostname(host) ?? ''), 'Domain').map(namespaceOf)
}
