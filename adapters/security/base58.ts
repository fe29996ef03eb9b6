import { randomByte } from '../kit/random-byte.ts'

/** Bitcoin's alphabet: without 0, O, I and l, which are easily confused. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The largest multiple of 58 in a byte: bytes from here on would make the first letters more likely. */
const FAIR_BYTES = 232

/** Random base58 text of `length` characters from the system's CSPRNG, each equally likely. */
export function base58(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < FAIR_BYTES) text += ALPHABET[byte % ALPHABET.length]
  }
  return text
}
