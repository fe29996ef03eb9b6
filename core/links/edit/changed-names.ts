import type { ChangedName } from '../../events.ts'
import { canonicalJson } from '../../idempotency/canonical-json.ts'
import type { Link } from '../link.ts'
import type { LinkChanges } from '../links.port.ts'

/** The changed properties of a link, under the names of the API's inputs. A new password always differs. */
export function changedNames(before: Link, { passwordHash, updatedAt: _, ...fields }: LinkChanges): ChangedName[] {
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (name) => fields[name] !== undefined && canonicalJson(fields[name]) !== canonicalJson(before[name]),
  )
  const isPasswordChanged = passwordHash === null ? before.hasPassword : passwordHash !== undefined
  return isPasswordChanged ? [...names, 'password'] : names
}
