import { foldEmail } from '../user.ts'
import type { Users } from '../users.port.ts'
import { LoginEmail } from './log-in.ts'

/**
 * The key that counts login attempts for an email address: the account's id if there is an account, else `e-mail ` and the folded address.
 * All spellings that find one account share one key. `undefined` for text that login rejects before it checks a password.
 */
export async function attemptedAccount(
  { store }: { readonly store: { readonly users: Users } },
  email: string,
): Promise<string | undefined> {
  const parsed = LoginEmail.safeParse(email)
  if (!parsed.success) return undefined
  return (await store.users.findByEmail(parsed.data))?.id ?? `e-mail ${foldEmail(parsed.data)}`
}
