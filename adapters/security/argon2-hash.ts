/** The cost parameters of a hash. */
export interface Cost {
  /** Memory in KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** A well-formed argon2id hash. The package would report other kinds of argon2 as a wrong password. */
const ARGON2ID = /^\$argon2id\$v=19\$[mtp]=\d+,[mtp]=\d+,[mtp]=\d+\$[\w+/]+\$[\w+/]+$/

/** Loads native code, so only the first password imports it. */
const library = () => import('argon2')

/** Computes the argon2id hash of a password with a new salt, in the thread pool, as a PHC string. */
export async function hashOf(password: string, cost: Cost): Promise<string> {
  const { argon2id, hash } = await library()
  return hash(password, { ...cost, type: argon2id })
}

/**
 * Compares a password with a stored hash: `rehash` if it is right and the hash has another cost. Throws on text that is no argon2id hash.
 */
export async function comparePassword(
  stored: string,
  password: string,
  cost: Cost,
): Promise<'right' | 'rehash' | 'wrong'> {
  if (!ARGON2ID.test(stored)) throw new Error('A stored password is no argon2id hash')
  const { needsRehash, verify } = await library()
  if (!(await verify(stored, password))) return 'wrong'
  return needsRehash(stored, cost) ? 'rehash' : 'right'
}

/** Returns a well-formed hash of zeros, which no password matches. */
export const zeroHash = ({ memoryCost, timeCost, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$${'A'.repeat(22)}$${'A'.repeat(43)}`
