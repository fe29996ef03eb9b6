import { err, ok, type Result } from 'neverthrow'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { ImportDraft } from './imported-link.ts'
import { ALIASES_PER_LINK } from './link.ts'
import { newSlug } from './loose-slugs.ts'
import { isReserved } from './reserved-slugs.ts'

/** Gives a stored link its aliases, or deletes it again if it cannot have one of them. */
export async function addImportedAliases(
  { store: { links }, policy }: Ports,
  { userId }: User,
  { link, aliases }: ImportDraft,
): Promise<Result<void, ErrorOf<'invalid-input'>>> {
  for (const slug of aliases) {
    const alias = { slug: newSlug(policy.slugs, slug), at: link.updatedAt, max: ALIASES_PER_LINK }
    if (!isReserved(slug) && (await links.addAlias(userId, link.id, alias)).isOk()) continue
    await links.deleteOwned(userId, link.id)
    return err({ type: 'invalid-input', path: 'aliases', message: `the alias ${slug} is taken or reserved` })
  }
  return ok()
}
