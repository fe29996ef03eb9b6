import type { Instant, Link, UserId } from '@shortlink/core'
import { namespaceOf, OWN_HOST } from '@shortlink/core/adapter'
import type { Transaction } from '../scope.ts'
import { addressOf, type Tables } from '../tables.ts'

/** Frees the slug for the owner if they may take it again. False if the namespace has it, or another owner's tombstone. */
export function claimSlug(
  { links, aliases, tombstones }: Tables,
  transaction: Transaction,
  link: Pick<Link, 'hostname' | 'owner' | 'slug'>,
): boolean {
  const address = addressOf(namespaceOf(link), link.slug)
  if (links.find('slug', address) || aliases.get(address)) return false
  const tombstone = tombstones.get(address)
  if (tombstone === undefined) return true
  if (link.owner === null || tombstone.formerOwner !== link.owner) return false
  tombstones.remove(transaction, tombstone)
  return true
}

/** The link that has the slug as its own or as an alias. */
export function linkAt({ links, aliases }: Tables, namespace: string, slug: string): Link | undefined {
  const address = addressOf(namespace, slug)
  const alias = aliases.get(address)
  return alias === undefined ? links.find('slug', address) : links.get(alias.link)
}

/**
 * Start of the period in which freed slugs stay taken, and the owner who may take them again at once; without a time all are free at once.
 */
export interface LeftTombstones {
  readonly at?: Instant | null | undefined
  readonly formerOwner: UserId | null
}

/** Leaves tombstones of slugs of the link, which its namespace does not have any more. */
export function leaveTombstones(
  { tombstones }: Tables,
  transaction: Transaction,
  link: Link,
  slugs: readonly string[],
  { at, formerOwner }: LeftTombstones,
): void {
  if (at == null || link.hostname !== OWN_HOST) return
  for (const slug of slugs) tombstones.put(transaction, { address: addressOf(OWN_HOST, slug), at, formerOwner })
}

/** Reports a change of the link under each of its slugs. */
export function reportChange(transaction: Transaction, link: Link): void {
  for (const slug of [link.slug, ...link.aliases]) transaction.linkChanges.push({ namespace: namespaceOf(link), slug })
}
