import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { fold } from '../kernel/fold.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { TAGS_PER_ACCOUNT } from './tag.ts'

type SpellTags = (names: readonly string[]) => Promise<Result<readonly string[], ErrorOf<'invalid-input'>>>

/**
 * Returns a function that gives tags in the account's spelling and makes those that are missing. It asks the store once for each name, so
 * it serves one transaction, of which nothing is rolled back.
 */
export function tagSpeller({ store, ids }: Pick<Ports, 'store' | 'ids'>, owner: UserId): SpellTags {
  const spellings = new Map<string, string>()
  return async (names) => {
    const unknown = names.filter((name) => !spellings.has(fold(name)))
    if (unknown.length > 0) {
      const asked = unknown.map((name) => ({ id: ids.tag(), name }))
      const spelled = await store.tags.ensure(owner, asked, TAGS_PER_ACCOUNT)
      if (spelled === undefined) return err(TOO_MANY_TAGS)
      for (const name of spelled) spellings.set(fold(name), name)
    }
    return ok(names.flatMap((name) => spellings.get(fold(name)) ?? []))
  }
}

const TOO_MANY_TAGS = {
  type: 'invalid-input',
  path: 'tags',
  message: `tags: an account has at most ${TAGS_PER_ACCOUNT} different ones`,
} as const
