import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { fold } from '../kernel/fold.ts'
import type { TagId, UserId } from '../kernel/ids.ts'
import type { Link } from '../links/link.ts'
import type { Ports } from '../ports.ts'
import { TAGS_PER_ACCOUNT } from './tag.ts'

interface TagSpeller {
  /** The tags in the account's spelling. Creates missing tags. */
  spell(names: readonly string[]): Promise<Result<readonly string[], ErrorOf<'invalid-input'>>>
  /** Deletes the tags that this speller created and that none of the links has. No other link can have them. */
  deleteUnused(links: readonly Pick<Link, 'tags'>[]): Promise<void>
}

/** Spells tags within one transaction without partial rollbacks: it queries the store once for each name. */
export function tagSpeller({ store, ids }: Pick<Ports, 'store' | 'ids'>, owner: UserId): TagSpeller {
  const spellings = new Map<string, string>()
  /** The ids that tags got, by folded name, if they were missing. */
  const newIds = new Map<string, TagId>()
  return {
    async spell(names) {
      const unknown = names.filter((name) => !spellings.has(fold(name)))
      if (unknown.length > 0) {
        const asked = unknown.map((name) => ({ id: ids.tag(), name }))
        const spelled = await store.tags.ensure(owner, asked, TAGS_PER_ACCOUNT)
        if (spelled === undefined) return err(TOO_MANY_TAGS)
        for (const { id, name } of asked) newIds.set(fold(name), id)
        for (const name of spelled) spellings.set(fold(name), name)
      }
      return ok(names.flatMap((name) => spellings.get(fold(name)) ?? []))
    },

    async deleteUnused(links) {
      const used = new Set(links.flatMap(({ tags }) => tags.map(fold)))
      for (const [name, id] of newIds) {
        if (!used.has(name) && (await store.tags.deleteOwned(owner, id))) spellings.delete(name)
      }
      newIds.clear()
    },
  }
}

const TOO_MANY_TAGS = {
  type: 'invalid-input',
  path: 'tags',
  message: `tags: an account has at most ${TAGS_PER_ACCOUNT} different ones`,
} as const
