import { randomByte } from '../kit/random-byte.ts'

const bytes = Buffer.alloc(16)
let lastMilliseconds = 0
let counter = 0

/**
 * UUIDv7 (RFC 9562, 5.7) with the 12 bits of `rand_a` as a counter (6.2, method 1), so that ids of one millisecond order as made
 * and a clock that steps back changes no order.
 */
export function uuidV7(now: number): string {
  if (now > lastMilliseconds) {
    lastMilliseconds = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMilliseconds++
    counter = 0
  }
  for (let at = 8; at < bytes.length; at++) bytes[at] = randomByte()
  bytes.writeUIntBE(lastMilliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
