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
    'Find tags and their ids, by name. Returns an array of {id, name, color, links}. Example: {}',
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
    'Rename or recolor a tag; its links keep it. Renaming it to an existing tag merges the two. Needs id. Returns id, name, color, links. ' +
      'Example: {"id":"<id>","name":"sale"}',
    updateTag,
    toTag,
    {
      title: 'Update tag',
      hints: replaces,
      words: { name: 'A new name.', color: 'A new color.' },
      output: Tag,
    },
  ),
  tool(
    'delete_tag',
    'Delete a tag and remove it from its links; the links stay. Needs id. Returns {deleted}. Example: {"id":"<id>"}',
    deleteTag,
    (deleted) => ({ deleted }),
    {
      title: 'Delete tag',
      hints: replaces,
      output: z.object({ deleted: z.boolean() }),
    },
  ),
  tool(
    'add_alias',
    'Add an alias to a shortlink: another slug that opens the same link. Needs id and slug. Returns id, slug, aliases. At most 10 per link; each ' +
      'counts toward the links of your plan. Example: {"id":"<id>","slug":"summer"}',
    addShortlinkAlias,
    toAliases,
    { title: 'Add alias', hints: adds, replay: true, words: { slug: 'The alias.' }, output: Aliases },
  ),
  tool(
    'remove_alias',
    'Remove an alias of a shortlink; the link and its slug stay. Needs id and slug. Returns id, slug, aliases. Example: {"id":"<id>","slug":"summer"}',
    removeShortlinkAlias,
    toAliases,
    { title: 'Remove alias', hints: replaces, output: Aliases },
  ),
]
