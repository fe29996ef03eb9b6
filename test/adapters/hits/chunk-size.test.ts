import { describe, expect, it } from 'vitest'
import { ChunkSize } from '../../../adapters/hits/chunk-size.ts'

describe('the size of a transaction', () => {
  it('the chunk size halves with each failure down to one visit, and doubles with each success', () => {
    const size = new ChunkSize()
    for (let visits = size.visits; visits > 1; visits = size.visits) size.failed(visits, 5, 0)
    size.failed(1, 5, 0)
    expect(size.visits).toBe(1)
    const seen = []
    for (let success = 0; success < 16; success += 1) {
      size.stored(size.visits, 1)
      seen.push(size.visits)
    }
    expect(seen.slice(0, 3)).toEqual([2, 4, 8])
    expect(seen.at(-1)).toBe(20_000)
  })

  it('the chunk size returns to one that failed only after ten times the duration of the failure', () => {
    const size = new ChunkSize()
    size.failed(1000, 15_000, 20_000)
    size.stored(500, 30_000)
    expect(size.visits).toBe(500)
    size.stored(500, 170_000)
    expect(size.visits).toBe(1000)
  })
})
