import {
  addShortlinkAlias,
  deleteTag,
  type Link,
  listTags,
  removeShortlinkAlias,
  TAG_COLORS,
  type Tag as TagOf,
  updateTag,
} from '@shortlink/core'
import { z } from 'zod'
import type { Tool } from '../table/declare-tool.ts'
import { adds, listTool, reads, replaces, tool } from '../table/tool.ts'

const Tag = z.object({ id: z.string(), name: z.string(), color: z.enum(TAG_COLORS), links: z.int() })
const toTag = ({ id, name, color, links }: TagOf) => ({ id, name, color, links })

const Aliases = z.object({ id: z.string(), slug: z.string(), aliases: z.array(z.string()) })
const toAliases = ({ id, slug, aliases }: Link) => ({ id, slug, aliases: [...aliases] })

/** Tools for grouping links and adding aliases. */
export const tagTools: readonly Tool[] = [
  listTool(
    'list_tags',
    'List your tags by name, with the number of links of each.',
    listTags,
    (tags) => tags.map(toTag),
    {
      title: 'List tags',
      hints: reads,
      output: Tag,
      as: 'tags',
    },
  ),
  tool(
    'update_tag',
    'Rename or recolor a tag. Its links keep it. Renaming it to an existing tag merges the two.',
    updateTag,
    toTag,
    {
      title: 'Update tag',
      hints: replaces,
      words: { name: 'A new name.', color: '' },
      output: Tag,
    },
  ),
  tool('delete_tag', 'Delete a tag and remove it from its links.', deleteTag, (deleted) => ({ deleted }), {
    title: 'Delete tag',
    hints: replaces,
    output: z.object({ deleted: z.boolean() }),
  }),
  tool(
    'add_alias',
    'Add an alias to a shortlink: another slug that opens the same link. At most 10 per link; each counts toward the links of your plan.',
    addShortlinkAlias,
    toAliases,
    { title: 'Add alias', hints: adds, replay: true, words: { slug: 'The alias.' }, output: Aliases },
  ),
  tool(
    'remove_alias',
    'Remove an alias of a shortlink. The alias stops working; the link and its slug stay.',
    removeShortlinkAlias,
    toAliases,
    { title: 'Remove alias', hints: replaces, output: Aliases },
  ),
]
