import type { Link, LinkId } from '@shortlink/core'
import type { LinkRecord, Links } from '@shortlink/core/ports'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link Links.findPasswordHash} in memory. */
export const memoryPasswordHash =
  (call: Call, { linkPasswords }: Tables): Links['findPasswordHash'] =>
  (id) =>
    call(() => linkPasswords.get(id)?.hash ?? null)

/** Sets the hash of a link's password, or removes it for null. */
export function setPasswordHash(
  { linkPasswords }: Tables,
  transaction: Transaction,
  link: LinkId,
  hash: string | null,
) {
  const present = linkPasswords.get(link)
  if (hash !== null) linkPasswords.put(transaction, { link, hash })
  else if (present) linkPasswords.remove(transaction, present)
}

/** The link as every reader gets it. */
export const withoutHash = ({ passwordHash: _, ...link }: LinkRecord): Link => link
