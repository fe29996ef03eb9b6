import { fc, test } from '@fast-check/vitest'
import { isLinkPassword } from '@shortlink/core'
import { LinkPassword } from '../../../core/links/option-inputs.ts'

const texts = fc.oneof(
  fc.string({ maxLength: 520, unit: 'grapheme' }),
  fc.string({ maxLength: 140, unit: fc.constantFrom('a', 'ﷺ', '\0', '\ud800', '😀') }),
)

test.prop([fc.oneof(texts, fc.anything())])('a text is a password exactly if the parser takes it', (value) => {
  return isLinkPassword(value) === LinkPassword.safeParse(value).success
})
