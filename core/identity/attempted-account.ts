import type { Ports } from '../ports.ts'
import { LoginEmail } from './log-in.ts'
import { foldEmail } from './user.ts'

/**
 * The key that counts login attempts for an e-mail address: the account's id if there is an account, else `e-mail ` and the folded address.
 * All spellings that find one account share one key. `undefined` for text that login rejects before it checks a password.
 */
export async function attemptedAccount({ store }: Pick<Ports, 'store'>, email: string): Promise<string | undefined> {
  const parsed = LoginEmail.safeParse(email)
  if (!parsed.success) return undefined
  return (await store.users.findByEmail(parsed.data))?.id ?? `e-mail ${foldEmail(parsed.data)}`
}
