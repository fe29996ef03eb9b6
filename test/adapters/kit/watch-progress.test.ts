import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newProgress, watchProgress } from '../../../adapters/kit/watch-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a counter that gets on within the limit is not given up, and one that stands still is, once a fifth of the limit later at most', () => {
  const progress = newProgress()
  const giveUp = vi.fn()
  const end = watchProgress(progress, 1_000, giveUp)
  for (let steps = 0; steps < 5; steps++) {
    vi.advanceTimersByTime(900)
    Atomics.add(progress, 0, 1)
  }
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_200)
  expect(giveUp).toHaveBeenCalledOnce()
  end()
  vi.advanceTimersByTime(10_000)
  expect(giveUp).toHaveBeenCalledOnce()
})
