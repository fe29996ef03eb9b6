import { z } from 'zod'
import { changesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { TagId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { DEFAULT_COLOR, TAG_COLORS } from './tag.ts'
import { tagName } from './tag-input.ts'
import { TAG_LENGTH } from './tag-name.ts'

const COLORS = TAG_COLORS.join(', ')

/**
 * Renames or recolors one of the caller's tags. Renaming to the name of another tag merges the two: links get the other, which keeps its
 * id, spelling and color.
 */
export const updateTag = defineUseCase({
  name: 'updateTag',
  access: 'user',
  scope: 'links:write',
  input: z.object({
    id: id<TagId>().describe("The tag's id."),
    name: tagName('name')
      .optional()
      .describe(`A new name, at most ${TAG_LENGTH} characters. The name of another tag merges this tag into it.`),
    color: z
      .enum(TAG_COLORS, `color must be one of ${COLORS}`)
      .nullable()
      .transform((color) => color ?? DEFAULT_COLOR)
      .optional()
      .describe(`One of ${COLORS}; null for ${DEFAULT_COLOR}.`),
  }),
  run: ({ store }, caller, { id, ...changes }) =>
    found(store.tags.updateOwned(caller.owner, id, definedOnly(changes)), 'Tag'),
  audit: changesInput('TAG'),
})
