import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { id, text } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { recallLink } from '../bulk/recall-links.ts'
import { tombstoneTime } from '../delete/tombstones.ts'
import type { Link } from '../link.ts'
import { findWritten } from '../loose-slugs.ts'
import { aliasesChanged, changeAliases } from './change-aliases.ts'

/**
 * Removes an alias of a link; the link's own slug stays. `permission-denied` for a link that an operator disabled, since the slug would be
 * available again.
 */
export const removeShortlinkAlias = defineUseCase({
  name: 'removeShortlinkAlias',
  access: 'user',
  scope: 'links:write',
  input: z.object({
    id: id<LinkId>().describe("The link's id."),
    slug: text('slug', { max: 2048 }).describe('The alias to remove, at most 2048 characters.'),
  }),
  recall: recallLink,
  run: (ports, { owner }, { id, slug }) =>
    changeAliases(ports, (ports) => new ResultAsync(remove(ports, owner, id, slug))),
  audit: aliasesChanged,
})

async function remove(
  ports: Ports,
  owner: UserId,
  id: LinkId,
  slug: string,
): Promise<Result<Link, ErrorOf<'not-found' | 'permission-denied'>>> {
  const { store, policy, clock } = ports
  const link = await findWritten(policy.slugs, slug, (slug) =>
    store.links.removeAlias(owner, id, { slug, at: clock.now() }, tombstoneTime(ports)),
  )
  if (link) return ok(link)
  const present = await store.links.findOwned(owner, id)
  if (present === undefined) return err({ type: 'not-found', what: 'Shortlink' })
  // An operator disabled the link that has the alias.
  const isThere = await findWritten(policy.slugs, slug, async (slug) => present.aliases.find((alias) => alias === slug))
  return err(isThere ? { type: 'permission-denied' } : { type: 'not-found', what: 'Alias' })
}
