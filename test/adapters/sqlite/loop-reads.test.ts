import { expect, it } from 'vitest'
import { loopReads } from '../../../adapters/sqlite/loop-reads.ts'

const locked = (code: string) => () => {
  throw Object.assign(new Error('locked'), { code })
}
const elsewhere = () => 'elsewhere'

it.each(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_PROTOCOL'])(
  'a read that fails with %s goes to the reader thread',
  (code) => {
    expect(loopReads()(locked(code), elsewhere)).toBe('elsewhere')
  },
)

it('other failures of a read reach the caller', () => {
  expect(() => loopReads()(locked('SQLITE_CORRUPT'), elsewhere)).toThrow('locked')
})

it('locks of the WAL-index that another process holds stop the event loop once: the reads of the next 30 s go elsewhere', () => {
  let now = 0
  let reads = 0
  const onLoop = loopReads(() => now)
  const held = () => {
    reads += 1
    now += 10_000
    return locked('SQLITE_PROTOCOL')()
  }
  for (let ask = 0; ask < 20; ask += 1) {
    expect(onLoop(held, () => onLoop(held, elsewhere))).toBe('elsewhere')
    now += 500
  }
  expect(reads).toBe(1)
  now += 20_000
  expect(onLoop(() => 'here', elsewhere)).toBe('here')
})
