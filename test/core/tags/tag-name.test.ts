import { fc, test } from '@fast-check/vitest'
import { isTagName } from '@shortlink/core'
import { tagName } from '../../../core/tags/tag-input.ts'

const Tag = tagName('tag')
const texts = fc.oneof(
  fc.string({ maxLength: 210, unit: 'grapheme' }),
  fc.string({ maxLength: 60, unit: fc.constantFrom('a', ' ', '\n', '\0', '\ud800', '😀') }),
)

test.prop([fc.oneof(texts, fc.anything())])('a name is a tag exactly if the parser takes it', (value) => {
  return isTagName(value) === Tag.safeParse(value).success
})
