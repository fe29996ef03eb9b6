import { isScannable } from '@shortlink/core'
import { expect, it } from 'vitest'

it.each([
  ['#000000', '#ffffff', true],
  ['#ffffff', '#000000', false],
  ['#000000', '#000000', false],
  ['#949494', '#ffffff', true],
  ['#959595', '#ffffff', false],
  ['#1a2b3c', '#ffcc00', true],
  ['#777777', '#444444', false],
])('a code of %s on %s can be read by cameras: %s', (foreground, background, expected) => {
  expect(isScannable(foreground, background)).toBe(expected)
})
