import { type Link, TAG_COLORS, type Tag } from '@shortlink/core'
import { fold } from '@shortlink/core/adapter'
import type { Tags } from '@shortlink/core/ports'
import type { TagRow } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import { type Tables, tagKeyOf } from '../tables.ts'

/** {@link Tags} in memory, where links contain the names of their tags. */
export function memoryTags(call: Call, tables: Tables): Tags {
  const { tags } = tables
  const owned = (owner: string, id: string) => {
    const tag = tags.get(id)
    return tag?.owner === owner ? tag : undefined
  }
  return {
    list: (owner) =>
      call(() => {
        const names = tags.where('owner', owner).sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
        return names.map((tag) => toTag(tables, tag))
      }),

    findOwned: (owner, id) =>
      call(() => {
        const tag = owned(owner, id)
        return tag && toTag(tables, tag)
      }),

    ensure: (owner, names, max) =>
      call((transaction) => {
        const present = new Map(tags.where('owner', owner).map(({ name }) => [fold(name), name]))
        const missing = names.filter(({ name }) => !present.has(fold(name)))
        // The first spelling counts.
        const added = new Map(missing.toReversed().map((tag) => [fold(tag.name), tag]))
        if (added.size > 0 && present.size + added.size > max) return undefined
        for (const { id, name } of added.values()) tags.put(transaction, { id, owner, name, color: TAG_COLORS[0] })
        return names.map(({ name }) => present.get(fold(name)) ?? added.get(fold(name))?.name ?? name)
      }),

    updateOwned: (owner, id, { name, color }) =>
      call((transaction) => {
        const tag = owned(owner, id)
        if (tag === undefined) return undefined
        const other = name === undefined ? undefined : tags.find('name', tagKeyOf(owner, name))
        const isMerged = other !== undefined && other.id !== id
        if (isMerged) tags.remove(transaction, tag)
        const changed = isMerged ? other : { ...tag, name: name ?? tag.name, color: color ?? tag.color }
        tags.put(transaction, changed)
        replaceTag(tables, transaction, tag, changed.name)
        return toTag(tables, changed)
      }),

    deleteOwned: (owner, id) =>
      call((transaction) => {
        const tag = owned(owner, id)
        if (tag === undefined) return false
        tags.remove(transaction, tag)
        replaceTag(tables, transaction, tag)
        return true
      }),
  }
}

const linksWith = ({ links }: Tables, { owner, name }: TagRow): Link[] =>
  links.where('owner', owner).filter((link) => link.tags.includes(name))

const toTag = (tables: Tables, tag: TagRow): Tag => {
  const { owner: _, ...rest } = tag
  return { ...rest, links: linksWith(tables, tag).length }
}

/** Replaces the tag's name on links, or removes it if there is no new name or the link already has it. */
function replaceTag(tables: Tables, transaction: Transaction, tag: TagRow, name?: string) {
  for (const link of linksWith(tables, tag)) {
    const isKept = name !== undefined && (name === tag.name || !link.tags.includes(name))
    const tags = link.tags.flatMap((other) => (other === tag.name ? (isKept ? [name] : []) : [other]))
    tables.links.put(transaction, { ...link, tags })
  }
}
