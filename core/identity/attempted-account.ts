import type { Ports } from '../ports.ts'
import { GivenEmail } from './log-in.ts'
import { foldEmail } from './user.ts'

/**
 * The name under which password attempts at an e-mail address are counted: the account's id where there is an account, else a text
 * with the address folded as accounts are found, which is no id. All spellings of an address that find one account have one name.
 * `undefined` for a text that is refused before a password is checked.
 */
export async function attemptedAccount({ store }: Pick<Ports, 'store'>, email: string): Promise<string | undefined> {
  const given = GivenEmail.safeParse(email)
  if (!given.success) return undefined
  return (await store.users.findByEmail(given.data))?.id ?? `e-mail ${foldEmail(given.data)}`
}
