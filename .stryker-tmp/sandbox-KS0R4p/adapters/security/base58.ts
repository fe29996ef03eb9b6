import { randomBytes } from 'node:crypto'

/** Bitcoin's alphabet: no 0, O, I or l, which people mix up. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The largest multiple of 58 in a byte: bytes from here on would favour the first letters. */
const FAIR = 232

/** So many characters of base58 from the system's CSPRNG, each equally likely. */
export function base58(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < FAIR) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
