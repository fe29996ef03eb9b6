import { expect, it } from 'vitest'
import { recentMap } from '../../../adapters/kit/recent-map.ts'

it('a recent map keeps at most as many entries as it may, and those read most recently', () => {
  const map = recentMap<number>({ maxEntries: 10 })
  for (let n = 0; n < 100; n++) {
    map.set(`${n}`, n)
    map.get('0')
  }
  const kept = Array.from({ length: 100 }, (_, n) => map.get(`${n}`)).filter((value) => value !== undefined)
  expect(kept.length).toBeLessThanOrEqual(10)
  expect(map.get('0')).toBe(0)
})

it('a recent map keeps no more than its size allows', () => {
  const map = recentMap<string>({ maxEntries: 1000, maxSize: 100, sizeOf: (key, value) => key.length + value.length })
  for (let n = 0; n < 100; n++) map.set(`key ${n}`, 'x'.repeat(10))
  const kept = Array.from({ length: 100 }, (_, n) => map.get(`key ${n}`)).filter((value) => value !== undefined)
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.length).toBeLessThanOrEqual(7)
})

it('a recent map forgets what is deleted, in either generation', () => {
  const map = recentMap<number>({ maxEntries: 4 })
  for (let n = 0; n < 4; n++) map.set(`${n}`, n)
  for (let n = 0; n < 4; n++) map.delete(`${n}`)
  expect([0, 1, 2, 3].map((n) => map.get(`${n}`))).toEqual([undefined, undefined, undefined, undefined])
})
