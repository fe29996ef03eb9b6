import { expect, it } from 'vitest'
import { cutAt, padded, widthOf } from '../../../../hosts/cli/table/width.ts'

it.each([
  ['', 0],
  ['Köln', 4],
  ['日本語', 6],
  ['한국', 4],
  ['ＦＵＬＬ', 8],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['a\u200bb', 2],
])('the terminal shows %j in %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

it('a text is padded and cut by the columns that it takes', () => {
  expect(padded('日本', 6)).toBe('日本  ')
  expect(padded('日本', 3)).toBe('日本')
  expect(cutAt('日本語の例', 7)).toBe('日本語…')
  expect(cutAt('日本語の例', 6)).toBe('日本…')
  expect(cutAt('example.com', 11)).toBe('example.com')
})
