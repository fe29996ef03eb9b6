import { randomByte } from '../kit/random-byte.ts'

/** Bitcoin's alphabet: without 0, O, I and l, which are easily confused. */
export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BYTES = 256

/** Random base58 text of `length` characters from the system's CSPRNG, each equally likely. */
export const base58 = (length: number): string => randomText(BASE58, length)

/** Random text of `length` of the alphabet's characters, at most 256 different ones, from the system's CSPRNG, each equally likely. */
export function randomText(alphabet: string, length: number): string {
  // Bytes from here on would make the first characters more likely.
  const fairBytes = BYTES - (BYTES % alphabet.length)
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < fairBytes) text += alphabet[byte % alphabet.length]
  }
  return text
}
