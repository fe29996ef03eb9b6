import type { Link } from '@shortlink/core'
import { namespaceOf } from '@shortlink/core/adapter'
import type { Links } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import type { Call, Transaction } from '../scope.ts'
import { addressOf, type Tables } from '../tables.ts'
import { claimSlug, leaveTombstones } from './slugs.ts'

/** The changes of aliases, and of tombstones, in {@link Links}. */
export const memoryAliases = (
  call: Call,
  tables: Tables,
): Pick<Links, 'addAlias' | 'removeAlias' | 'forgetTombstones'> => ({
  addAlias: (owner, id, { slug, at, max }) =>
    new ResultAsync(
      call((transaction): Awaited<ReturnType<Links['addAlias']>> => {
        const link = tables.links.get(id)
        if (link?.owner !== owner) return err({ type: 'not-found', what: 'Shortlink' })
        if (link.aliases.length >= max) return err({ type: 'too-many-aliases' })
        if (!claimSlug(tables, transaction, { ...link, slug })) return err({ type: 'slug-taken' })
        tables.aliases.put(transaction, { address: addressOf(namespaceOf(link), slug), link: id })
        return ok(changed(tables, transaction, { ...link, aliases: [...link.aliases, slug], updatedAt: at }, slug))
      }),
    ),

  removeAlias: (owner, id, { slug, at }, tombstoneAt) =>
    call((transaction) => {
      const link = tables.links.get(id)
      if (link?.owner !== owner || link.disabled || !link.aliases.includes(slug)) return undefined
      const alias = tables.aliases.get(addressOf(namespaceOf(link), slug))
      if (alias) tables.aliases.remove(transaction, alias)
      leaveTombstones(tables, transaction, link, [slug], { at: tombstoneAt, formerOwner: owner })
      const aliases = link.aliases.filter((alias) => alias !== slug)
      return changed(tables, transaction, { ...link, aliases, updatedAt: at }, slug)
    }),

  async *forgetTombstones(before) {
    await call((transaction) => {
      const old = tables.tombstones.all().filter(({ at }) => at < before)
      for (const tombstone of old) tables.tombstones.remove(transaction, tombstone)
    })
  },
})

function changed({ links }: Tables, transaction: Transaction, link: Link, slug: string): Link {
  links.put(transaction, link)
  transaction.linkChanges.push({ namespace: namespaceOf(link), slug })
  return link
}
