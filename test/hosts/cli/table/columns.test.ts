import { expect, it } from 'vitest'
import { withoutControls } from '../../../../hosts/cli/table/columns.ts'

it.each([
  ['an escape sequence', 'a\u001b[31mb', 'a�[31mb'],
  ['a line separator', 'a\u2028b', 'a�b'],
  ['an override of the direction', '\u202ertl', '�rtl'],
  ['isolates', 'a\u2067b\u2069', 'a�b�'],
])('a text of a stranger shows %s as a replacement character', (_, text, shown) => {
  expect(withoutControls(text)).toBe(shown)
})

it.each(['مرحبا', 'מבצע', '👩‍💻', 'می‌خواهم', 'a\u200fb'])('%j is shown as it is', (text) => {
  expect(withoutControls(text)).toBe(text)
})
