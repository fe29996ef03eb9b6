import { err, ok, type Result } from 'neverthrow'
import { checkQuota } from '../../billing/link-quota.ts'
import { meteredMonth } from '../../billing/plan-status.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Ports } from '../../ports.ts'
import type { NewLink } from '../link.ts'
import { draftLink } from './draft-link.ts'
import { findHostname } from './find-hostname.ts'

type Room = Result<void, ErrorOf<'plan-limit'>>

/**
 * Returns a check of new links before their passwords are hashed: `plan-limit` for a password when the caller's monthly quota is used up,
 * unless a link is reused. The transaction that stores the link decides.
 */
export function roomChecker(ports: Ports, caller: User): (fields: NewLink) => Promise<Room> {
  let quota: Promise<Room> | undefined
  return async (fields) => {
    if (fields.password == null) return ok()
    quota ??= meteredMonth(ports, caller.owner).then((month) => checkQuota(ports, month))
    const room = await quota
    return room.isErr() && !(await isReused(ports, caller, fields)) ? err(room.error) : ok()
  }
}

async function isReused(ports: Ports, caller: User, { password: _, ...fields }: NewLink): Promise<boolean> {
  if (!fields.reuse) return false
  const draft = draftLink(ports, caller, fields, await findHostname(ports, caller, fields))
  if (draft.isErr()) return false
  const { hostname, target } = draft.value.link
  return (await ports.store.links.findReusable(caller.owner, hostname, target)) !== undefined
}
