import { expect, it } from 'vitest'
import { median, medianRatio, quantile } from './numbers.ts'

it('sorts numbers by size before it takes the middle', () => {
  expect(median([100, 9, 20])).toBe(20)
})

it('gives the value below which a share lies, and the largest for the whole', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1)]).toEqual([51, 100, 100])
})

it('compares each round with the one beside it, so that a slow round of both changes nothing', () => {
  const of = (value: number) => value
  expect(medianRatio([[2, 200, 2], of], [[1, 100, 1], of])).toBe(2)
})
