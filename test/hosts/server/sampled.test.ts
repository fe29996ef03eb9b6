import { expect, it } from 'vitest'
import { sampled } from '../../../hosts/server/sampled.ts'

it('reports at most `perSecond` items a second, and with the next one the number that was left out', () => {
  const reported: { n: number; leftOut?: number }[] = []
  const clock = { at: 0 }
  const report = sampled((one: { n: number; leftOut?: number }) => reported.push(one), {
    perSecond: 2,
    now: () => clock.at,
  })
  for (let n = 0; n < 10; n += 1) report({ n })
  clock.at = 1000
  report({ n: 10 })
  report({ n: 11 })
  expect(reported).toEqual([{ n: 0 }, { n: 1 }, { n: 10, leftOut: 8 }, { n: 11 }])
})
