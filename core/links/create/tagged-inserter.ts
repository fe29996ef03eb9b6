import type { Result } from 'neverthrow'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'
import { tagSpeller } from '../../tags/spell-tags.ts'
import type { Link } from '../link.ts'
import { insertDrafts, insertGood, type LinkDraft } from './draft-link.ts'

type InsertError = ErrorOf<'invalid-input' | 'slug-taken' | 'external-id-taken'>

/**
 * Returns a function that stores the links of drafts as {@link insertDrafts} does, with their tags as the owner's account spells them.
 * Creates missing tags, except for links that cannot be stored. It serves one transaction.
 */
export function taggedInserter(
  ports: Pick<Ports, 'store' | 'slugs' | 'ids'>,
  owner: UserId,
): (drafts: readonly LinkDraft[]) => Promise<readonly Result<Link, InsertError>[]> {
  const speller = tagSpeller(ports, owner)
  return async (drafts) => {
    if (!drafts.some(({ link }) => link.tags.length > 0)) return insertDrafts(ports, drafts)
    const spelled: Result<LinkDraft, InsertError>[] = []
    for (const draft of drafts) {
      spelled.push((await speller.spell(draft.link.tags)).map((tags) => ({ ...draft, link: { ...draft.link, tags } })))
    }
    const inserted = await insertGood<LinkDraft, InsertError, InsertError>(spelled, (good) => insertDrafts(ports, good))
    await speller.deleteUnused(inserted.flatMap((result) => (result.isOk() ? result.value : [])))
    return inserted
  }
}
