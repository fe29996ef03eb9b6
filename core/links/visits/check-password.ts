import type { HashWaiter, Passwords } from '../../identity/credentials.port.ts'
import type { Links } from '../links.port.ts'
import { LinkPassword } from '../option-inputs.ts'
import type { ServedLink } from '../served/served-links.port.ts'
import type { Overloaded } from './resolution.ts'

/** The ports for the passwords of links. */
export interface PasswordPorts {
  readonly store: { readonly links: Pick<Links, 'findPasswordHash'> }
  readonly passwords: Pick<Passwords, 'verify'>
}

/**
 * Compares a visitor's password, in turn with visitors of other networks. A password that no link can have is wrong without a comparison.
 */
export async function checkPassword(
  { store, passwords }: PasswordPorts,
  link: ServedLink,
  given: string,
  visitor: HashWaiter,
): Promise<'right' | 'wrong' | Overloaded> {
  const password = LinkPassword.safeParse(given)
  if (!password.success) return 'wrong'
  // Without a hash, the link or its password has just been removed. The visitor's next request shows which.
  const hash = await store.links.findPasswordHash(link.id)
  if (hash === null) return 'wrong'
  const verdict = await passwords.verify(hash, password.data, 'visitor', visitor)
  if (verdict.isErr()) return { kind: 'overloaded', retryAfterSeconds: verdict.error.retryAfterSeconds }
  return verdict.value === 'wrong' ? 'wrong' : 'right'
}
