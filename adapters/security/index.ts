import { createHash } from 'node:crypto'
import type { Slugs } from '@shortlink/core/ports'
import { BASE58, randomText } from './base58.ts'

export { argon2Passwords } from './argon2-passwords.ts'
export { hmacSecrets } from './hmac-secrets.ts'
export { joseTokens } from './jose-tokens.ts'

/** SHA-256 of a text, in base64url. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

interface SlugOptions {
  /** Different characters, at least two, even in lower case. */
  readonly alphabet?: string | undefined
  /** Whether slugs are stored in lower case. */
  readonly isLoose?: boolean
}

/** Random slugs of the alphabet's characters, by default of base58. */
export function randomSlugs({ alphabet = BASE58, isLoose = false }: SlugOptions = {}): Slugs {
  const characters = isLoose ? [...new Set(alphabet.toLowerCase())].join('') : alphabet
  return { fresh: (length) => randomText(characters, length) }
}
