import { createHash } from 'node:crypto'
import type { Slugs } from '@shortlink/core'
import { base58 } from './base58.ts'

export { argon2Passwords } from './argon2-passwords.ts'
export { hmacSecrets } from './hmac-secrets.ts'
export { joseTokens } from './jose-tokens.ts'

/** SHA-256 of a text, in base64url. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

export const randomSlugs: Slugs = { fresh: base58 }
