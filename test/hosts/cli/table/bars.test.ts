import { expect, it } from 'vitest'
import { barAcross, barsUp } from '../../../../hosts/cli/table/bars.ts'

it('a bar is as long as its share of the largest, and what is not zero is visible', () => {
  expect([100, 50, 55, 1, 0].map((value) => barAcross(value, 100, 4))).toEqual(['████', '██', '██▎', '▏', ''])
  expect(barAcross(0, 0, 4)).toBe('')
})

it('bars stand side by side with a space between them where there is room', () => {
  expect(barsUp([8, 4, 0, 1], { height: 2, step: 1 })).toEqual(['█', '██ ▂'])
  expect(barsUp([16, 12], { height: 1, step: 3 })).toEqual(['██ ▆▆'])
  expect(barsUp([0, 0], { height: 1, step: 2 })).toEqual([''])
})
