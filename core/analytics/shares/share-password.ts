import { err, ok, type Result } from 'neverthrow'
import type { HashWaiter, Passwords, Secrets } from '../../identity/credentials.port.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { LinkPassword } from '../../links/option-inputs.ts'
import type { Ports } from '../../ports.ts'
import type { StatShareRecord } from './stat-shares.port.ts'

/** How long an access stands for the password. */
const ACCESS_MS = 12 * 60 * 60 * 1000

/** An access to the share from now on; null without a password. */
export const newAccess = ({ secrets, clock }: Pick<Ports, 'secrets' | 'clock'>, share: StatShareRecord) =>
  share.passwordHash === null ? null : accessTo(secrets, share, clock.now() + ACCESS_MS)

/** Whether the text is an access to the share that has not expired. */
export function hasAccess(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  share: StatShareRecord,
  access: string,
) {
  const until = Number.parseInt(access, 10)
  return until > clock.now() && secrets.equal(access, accessTo(secrets, share, until))
}

/** An expiry and its HMAC, which ends with the password. The share itself is read at each call, so revoking it ends the access, too. */
const accessTo = ({ digest }: Pick<Secrets, 'digest'>, share: StatShareRecord, until: Instant) =>
  `${until}.${digest(`stat share ${share.digest} ${share.passwordHash} until ${until}`)}`

type PasswordError = ErrorOf<'link-password-required' | 'wrong-link-password' | 'overloaded'>

/** Checks the password of a share. A password that no share can have is wrong without a comparison. */
export async function checkPassword(
  { passwords }: { readonly passwords: Pick<Passwords, 'verify'> },
  { passwordHash }: StatShareRecord,
  given: string | null | undefined,
  visitor: HashWaiter,
): Promise<Result<void, PasswordError>> {
  if (passwordHash === null) return ok()
  if (given == null) return err({ type: 'link-password-required' })
  const password = LinkPassword.safeParse(given)
  if (!password.success) return err({ type: 'wrong-link-password' })
  const verdict = await passwords.verify(passwordHash, password.data, 'visitor', visitor)
  if (verdict.isErr()) return err(verdict.error)
  return verdict.value === 'wrong' ? err({ type: 'wrong-link-password' }) : ok()
}
