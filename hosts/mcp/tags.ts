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
import type { Tool } from './declare-tool.ts'
import { adds, listTool, reads, replaces, tool } from './tool.ts'

const Tag = z.object({ id: z.string(), name: z.string(), color: z.enum(TAG_COLORS), links: z.int() })
const toTag = ({ id, name, color, links }: TagOf) => ({ id, name, color, links })

const Aliases = z.object({ id: z.string(), slug: z.string(), aliases: z.array(z.string()) })
const toAliases = ({ id, slug, aliases }: Link) => ({ id, slug, aliases: [...aliases] })

/** Tools for grouping links and adding aliases. */
export const tagTools: readonly Tool[] = [
  listTool(
    'list_tags',
    'List your tags by name, each with how many links have it.',
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
    'Rename or recolor a tag of yours. Its links keep it. The name of another tag merges the two: links get the other one.',
    updateTag,
    toTag,
    {
      title: 'Update tag',
      hints: replaces,
      words: { name: 'A new name.', color: '' },
      output: Tag,
    },
  ),
  tool('delete_tag', 'Delete a tag of yours. Its links stay, without it.', deleteTag, (deleted) => ({ deleted }), {
    title: 'Delete tag',
    hints: replaces,
    output: z.object({ deleted: z.boolean() }),
  }),
  tool(
    'add_alias',
    'Give a shortlink a further slug, at most 10, under which it answers as under its own. It counts as a new link of the plan.',
    addShortlinkAlias,
    toAliases,
    { title: 'Add alias', hints: adds, replay: true, words: { slug: 'The further slug.' }, output: Aliases },
  ),
  tool(
    'remove_alias',
    'Remove a further slug of a shortlink: its address stops working. The link and its own slug stay.',
    removeShortlinkAlias,
    toAliases,
    { title: 'Remove alias', hints: replaces, output: Aliases },
  ),
]
