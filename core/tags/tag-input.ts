import { fold } from '../kernel/fold.ts'
import { boundedList, formedText } from '../kernel/input.ts'
import { hasAtMost } from '../kernel/text.ts'
import { TAG_LENGTH, TAGS_PER_LINK } from './tag-name.ts'

/** The name of a tag, trimmed. */
export const tagName = (name: string) =>
  formedText(name, TAG_LENGTH)
    .refine((value) => !/\p{Cc}/u.test(value), `${name} must not have control characters`)
    .transform((value) => value.trim())
    .refine((value) => value !== '', `${name} must not be blank`)
    .refine(hasAtMost(TAG_LENGTH), `${name} must have at most ${TAG_LENGTH} characters`)

/** Names of tags; if several have the same folded form, the last one. */
export const tagList = boundedList(tagName('tag'), TAGS_PER_LINK, {
  type: 'tags must be a list',
  tooLong: `tags takes at most ${TAGS_PER_LINK} items`,
}).transform((names): readonly string[] => [...new Map(names.map((name) => [fold(name), name])).values()])
