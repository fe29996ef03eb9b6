import type { Tag } from '@shortlink/core'
import { badUsage } from '../failure.ts'
import { counted, toColumns } from '../table/columns.ts'
import type { Given } from '../table/parameters.ts'
import type { Shown } from '../table/row.ts'

/** What is shown of a tag, whether it comes from the database or from a server. */
export type ShownTag = Omit<Tag, 'id'> & { readonly id: string }

const toShown = ({ id, name, color, links }: ShownTag) => ({ id, name, color, links })

/** The tag of a name, in upper or lower case, or of an id. */
export const tagNamed = <One extends ShownTag>(tags: readonly One[], name: string): One | undefined =>
  tags.find((tag) => tag.name === name || tag.id === name) ??
  tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())

export const showTags = (tags: readonly ShownTag[]): Shown => ({
  json: tags.map(toShown),
  lines: toColumns(
    ['NAME', 'COLOR', 'LINKS', 'ID'],
    tags.map(({ id, name, color, links }) => [name, color, counted(links, 'link'), id]),
  ),
})

export const changedTag = (tag: ShownTag): Shown => ({
  json: toShown(tag),
  lines: [`${tag.name} is ${tag.color} now and has ${counted(tag.links, 'link')}`],
})

export const deletedTag = (tag: ShownTag): Shown => ({
  json: { ...toShown(tag), deleted: true },
  lines: [`${tag.name} is deleted`],
})

/** @throws {CommandFailed} when there is nothing to change. */
export function requireTagChanges(changes: Given): void {
  if (Object.keys(changes).length === 0) throw badUsage('nothing to change: give --name or --color')
}
