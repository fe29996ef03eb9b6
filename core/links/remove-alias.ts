import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { changeAliases } from './change-aliases.ts'
import { findWritten } from './loose-slugs.ts'
import { recallLink } from './recall-links.ts'
import { tombstoneTime } from './tombstones.ts'

/** Removes a further slug of a link. Its own slug stays. */
export const removeShortlinkAlias = defineUseCase({
  name: 'removeShortlinkAlias',
  access: 'user',
  input: z.object({
    id: id<LinkId>().describe("The link's id."),
    slug: text('slug', { max: 2048 }).describe('One of its aliases.'),
  }),
  recall: recallLink,
  run: (ports, { userId }, { id, slug }) =>
    changeAliases(ports, ({ store, policy, clock }) => {
      const remove = (slug: string) =>
        store.links.removeAlias(userId, id, { slug, at: clock.now() }, tombstoneTime({ policy, clock }))
      return found(findWritten(policy.slugs, slug, remove), 'Shortlink')
    }),
})
