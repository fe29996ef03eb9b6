import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { ParsedItem } from './bulk.ts'

interface WithPassword {
  readonly password?: string | null | undefined
}

/** Input whose password is hashed. Of `passwordHash` null stands for no password, and undefined for the present one. */
export type Hashed<Fields extends WithPassword> = Omit<Fields, 'password'> & {
  readonly passwordHash?: string | null | undefined
}

type HashPorts = Pick<Ports, 'passwords'>

/**
 * Most different passwords of one bulk call. Each takes some 30 milliseconds in a queue of their own, where a call waits with one at a time.
 */
const PASSWORDS_AT_ONCE = 100

/** What {@link hashPasswords} accepts, for descriptions. */
export const WITH_PASSWORDS = `with at most ${PASSWORDS_AT_ONCE} different passwords`

/** The fields with the hash of their password. For use before a transaction is open, since hashing takes long. */
export function hashPassword<Fields extends WithPassword>(
  { passwords }: HashPorts,
  { password, ...fields }: Fields,
): ResultAsync<Hashed<Fields>, ErrorOf<'overloaded'>> {
  if (password == null) return okAsync({ ...fields, passwordHash: password })
  return passwords.hash(password, 'link').andThen((passwordHash) => ok({ ...fields, passwordHash }))
}

/** {@link hashPassword} of the items of a bulk call, in order. A password that comes several times is hashed once; more than `max` are refused. */
export async function hashPasswords<Fields extends WithPassword>(
  { passwords }: HashPorts,
  items: readonly ParsedItem<Fields>[],
  max = PASSWORDS_AT_ONCE,
): Promise<Result<ParsedItem<Hashed<Fields>>[], ErrorOf<'overloaded'>>> {
  const hashes = new Map<string, string>()
  for (const item of items) {
    const password = item.isOk() ? item.value.password : undefined
    if (password == null || hashes.has(password) || hashes.size === max) continue
    const hash = await passwords.hash(password, 'link')
    if (hash.isErr()) return err(hash.error)
    hashes.set(password, hash.value)
  }
  return ok(items.map((item) => item.andThen((fields) => withHash(fields, hashes))))
}

function withHash<Fields extends WithPassword>(
  { password, ...fields }: Fields,
  hashes: ReadonlyMap<string, string>,
): ParsedItem<Hashed<Fields>> {
  if (password == null) return ok({ ...fields, passwordHash: password })
  const passwordHash = hashes.get(password)
  return passwordHash === undefined ? err(TOO_MANY_PASSWORDS) : ok({ ...fields, passwordHash })
}

const TOO_MANY_PASSWORDS = {
  type: 'invalid-input',
  path: 'password',
  message: `password: a call takes at most ${PASSWORDS_AT_ONCE} different ones`,
} as const
