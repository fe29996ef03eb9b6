import { expect, it, vi } from 'vitest'
import { StepSize } from '../../../../adapters/sql/kit/step-size.ts'

it.each([1000, 250])(
  'steps grow while those that remove all %i rows that they may are fast, and shrink when slow',
  async (allowed) => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const size = new StepSize()
    const step = async (removed: number, tookMs: number) => {
      await size.measured(allowed, async () => {
        nowMs += tookMs
        return removed
      })
      return size.rows
    }
    expect(await step(allowed / 4, 1)).toBe(1000)
    expect(await step(allowed, 4)).toBe(1500)
    expect(await step(allowed, 1)).toBe(2250)
    expect(await step(1, 16)).toBe(1125)
  },
)
