import type { Store } from '../../ports.ts'
import type { Link, LinkOutline } from '../link.ts'

export interface OwnerEmail {
  /** Email address of the owner's account; null without one. */
  readonly ownerEmail: string | null
}

/** A link as administrators see it. */
export interface AnyLink extends LinkOutline, OwnerEmail {}

/** The records with the email addresses of their owners. */
export async function withOwners<T extends Pick<Link, 'owner'>>(
  { users }: Pick<Store, 'users'>,
  records: readonly T[],
): Promise<readonly (T & OwnerEmail)[]> {
  const ids = [...new Set(records.map(({ owner }) => owner).filter((owner) => owner !== null))]
  const accounts = await Promise.all(ids.map((id) => users.find(id)))
  const emails = new Map(accounts.filter((account) => account !== undefined).map(({ id, email }) => [id, email]))
  return records.map((one) => ({ ...one, ownerEmail: (one.owner && emails.get(one.owner)) ?? null }))
}
