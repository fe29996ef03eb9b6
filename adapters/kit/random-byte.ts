import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** The next byte of the system's CSPRNG, which is called once for thousands of them: a call for a few bytes costs microseconds. */
export function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.readUInt8(used++)
}
