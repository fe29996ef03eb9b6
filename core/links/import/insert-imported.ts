import { err, ok, type Result, ResultAsync } from 'neverthrow'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Ports } from '../../ports.ts'
import { taggedInserter } from '../create/tagged-inserter.ts'
import { ALIASES_PER_LINK, type Link } from '../link.ts'
import { newSlug } from '../loose-slugs.ts'
import { isReserved } from '../reserved-slugs.ts'
import type { ImportDraft } from './imported-link.ts'

type InsertError = ErrorOf<'invalid-input' | 'slug-taken' | 'external-id-taken'>
type Inserted = Result<Link, InsertError>

/**
 * Returns a function that stores the links of drafts with their aliases: first those without, then the others one by one. A link that
 * cannot have one of its aliases is not stored at all. It serves one transaction.
 */
export function importedInserter(ports: Ports, caller: User): (drafts: readonly ImportDraft[]) => Promise<Inserted[]> {
  const insert = taggedInserter(ports, caller.owner)
  return async (drafts) => {
    const plain = (await insert(drafts.filter((draft) => !hasAliases(draft)))).values()
    const inserted: Inserted[] = []
    for (const draft of drafts) {
      inserted.push(hasAliases(draft) ? await insertNamed(ports, caller, draft) : (plain.next().value as Inserted))
    }
    return inserted
  }
}

const hasAliases = ({ aliases }: ImportDraft) => aliases.length > 0

const insertNamed = (ports: Ports, caller: User, draft: ImportDraft) =>
  ports.store.atomic((store) => new ResultAsync(insertWithAliases({ ...ports, store }, caller, draft)))

async function insertWithAliases(ports: Ports, { owner }: User, draft: ImportDraft): Promise<Inserted> {
  const { store, policy } = ports
  const [inserted] = (await taggedInserter(ports, owner)([draft])) as [Inserted]
  if (inserted.isErr()) return inserted
  for (const slug of draft.aliases) {
    const alias = { slug: newSlug(policy.slugs, slug), at: draft.link.updatedAt, max: ALIASES_PER_LINK }
    if (!isReserved(slug) && (await store.links.addAlias(owner, draft.link.id, alias)).isOk()) continue
    return err({ type: 'invalid-input', path: 'aliases', message: `the alias ${slug} is taken or reserved` })
  }
  return ok(inserted.value)
}
