import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What a hash costs to compute. */
export interface Cost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

const SALT_BYTES = 16
const TAG_BYTES = 32
const derive = promisify(argon2)

/** Computes the argon2id hash of a password with a salt of its own, in the thread pool, as a PHC string. */
export async function hashOf(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phc(cost, salt, await tagOf(password, cost, salt, TAG_BYTES))
}

/** Returns whether the password has this hash. Throws on text that is no argon2id hash. */
export async function matches(stored: string, password: string): Promise<boolean> {
  const { cost, salt, tag } = parsed(stored)
  return timingSafeEqual(await tagOf(password, cost, salt, tag.length), tag)
}

/** Returns whether the hash was made at another cost. */
export function needsRehash(stored: string, wanted: Cost): boolean {
  const { cost } = parsed(stored)
  return (Object.keys(wanted) as (keyof Cost)[]).some((name) => cost[name] !== wanted[name])
}

/** Returns a well-formed hash of zeros, which no password has. */
export const zeroHash = (cost: Cost): string => phc(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))

function tagOf(password: string, cost: Cost, salt: Buffer, tagLength: number): Promise<Buffer> {
  const { memoryCost: memory, timeCost: passes, parallelism } = cost
  return derive('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength })
}

const phc = ({ memoryCost, timeCost, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$${base64(salt)}$${base64(tag)}`

/** Base64 without padding, as PHC strings have it. */
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function parsed(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, id, version, parameters = '', salt = '', tag = '', ...more] = stored.split('$')
  if (id !== 'argon2id' || version !== 'v=19' || more.length > 0)
    throw new Error('A stored password is no argon2id hash')
  const given = new Map(parameters.split(',').map((pair) => pair.split('=') as [string, string]))
  const cost = {
    memoryCost: Number(given.get('m')),
    timeCost: Number(given.get('t')),
    parallelism: Number(given.get('p')),
  }
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
