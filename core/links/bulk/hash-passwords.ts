import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow'
import type { Passwords } from '../../identity/credentials.port.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { IsGone } from '../../use-case.ts'
import type { ParsedItem } from './bulk.ts'

interface WithPassword {
  readonly password?: string | null | undefined
}

/** Input with a hashed password. `passwordHash` is null for no password, and undefined to keep the current one. */
export type Hashed<Fields extends WithPassword> = Omit<Fields, 'password'> & {
  readonly passwordHash?: string | null | undefined
}

interface HashPorts {
  readonly passwords: Passwords
}

/** How to hash link passwords: for an account, with a rate limit and fair scheduling, or for an operator's import. */
interface Hashing {
  /** Most different passwords of one call. */
  readonly max: number
  charge(hashes: number): Result<void, ErrorOf<'overloaded'>>
  hash(password: string): ResultAsync<string, ErrorOf<'overloaded'>>
}

/** Maximum number of different passwords per bulk call. Each takes some 30 milliseconds, and a call hashes them one at a time. */
const PASSWORDS_AT_ONCE = 100

/** Accepted number of passwords in {@link hashPasswords}, for descriptions. */
export const WITH_PASSWORDS = `with at most ${PASSWORDS_AT_ONCE} different passwords`

/** Hashing at an account's expense. Drops a queued hash when the client has disconnected. */
export const hashingFor = ({ passwords }: HashPorts, { userId: account }: User, isGone?: IsGone): Hashing => ({
  max: PASSWORDS_AT_ONCE,
  charge: (hashes) => passwords.charge(account, hashes),
  hash: (password) => passwords.hash(password, 'owner', { of: account, isGone }),
})

/** Hashing without a limit. */
export const hashingForImport = ({ passwords }: HashPorts): Hashing => ({
  max: Number.POSITIVE_INFINITY,
  charge: () => ok(),
  hash: (password) => passwords.hash(password, 'import'),
})

/** The fields with the hash of their password. Call it before a transaction is open, since hashing takes long. */
export function hashPassword<Fields extends WithPassword>(
  hashing: Hashing,
  { password, ...fields }: Fields,
): ResultAsync<Hashed<Fields>, ErrorOf<'overloaded'>> {
  if (password == null) return okAsync({ ...fields, passwordHash: password })
  const hashed = hashing.charge(1).asyncAndThen(() => hashing.hash(password))
  return hashed.andThen((passwordHash) => ok({ ...fields, passwordHash }))
}

/** {@link hashPassword} for the items of a bulk call, in order. Hashes a repeated password once; refuses too many. */
export async function hashPasswords<Fields extends WithPassword, E>(
  hashing: Hashing,
  items: readonly Result<Fields, E>[],
): Promise<Result<Result<Hashed<Fields>, E | ErrorOf<'invalid-input'>>[], ErrorOf<'overloaded'>>> {
  const given = items.map((item) => (item.isOk() ? item.value.password : undefined))
  const different = [...new Set(given.filter((password) => password != null))].slice(0, hashing.max)
  // Charge all hashes in advance: a call that stopped halfway would use up the budget for its retry.
  const charged = different.length === 0 ? ok() : hashing.charge(different.length)
  if (charged.isErr()) return err(charged.error)
  const hashes = new Map<string, string>()
  for (const password of different) {
    const hash = await hashing.hash(password)
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

/** The error of an item that exceeds the limit of passwords. */
export const TOO_MANY_PASSWORDS = {
  type: 'invalid-input',
  path: 'password',
  message: `password: a call takes at most ${PASSWORDS_AT_ONCE} different ones`,
} as const
