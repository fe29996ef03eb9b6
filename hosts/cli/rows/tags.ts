import { deleteTag, listTags, type Tag, updateTag } from '@shortlink/core'
import { badUsage, CommandFailed } from '../failure.ts'
import { parameter, parametersOf } from '../parameters.ts'
import { counted, toColumns } from '../table/columns.ts'
import { onEither, type RemoteHost, type Row } from '../table/row.ts'

const TAG = parameter('<tag>', 'name or id of the tag')

/** Finds the account's tag by its name, ignoring case, or by its id. */
export async function findTag({ run }: Pick<RemoteHost, 'run'>, name: string): Promise<Tag> {
  const tags = await run(listTags, {})
  const found =
    tags.find((tag) => tag.name === name || tag.id === name) ??
    tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new CommandFailed('Tag not found', { code: 'NOT_FOUND' })
  return found
}

const toShown = ({ id, name, color, links }: Tag) => ({ id, name, color, links })

export const tagRows: readonly Row[] = [
  {
    path: 'tag list',
    summary: 'List an account’s tags by name, each with its links',
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['tag list --user ada@example.com'],
    ...onEither(async ({ run }) => {
      const tags = await run(listTags, {})
      return {
        json: tags.map(toShown),
        lines: toColumns(
          ['NAME', 'COLOR', 'LINKS', 'ID'],
          tags.map(({ id, name, color, links }) => [name, color, counted(links, 'link'), id]),
        ),
      }
    }),
  },
  {
    path: 'tag update',
    summary: 'Rename or recolor a tag; renaming it to an existing tag merges them',
    access: 'account',
    effect: 'writes',
    parameters: [
      TAG,
      ...parametersOf(updateTag.input, {
        name: ['--name <name>', 'new name'],
        color: ['--color <color>', 'new color'],
      }),
    ],
    examples: ['tag update spring --name "Spring 2027" --color green --user ada@example.com'],
    ...onEither(async (host, { tag: name, ...changes }) => {
      if (Object.keys(changes).length === 0) throw badUsage('nothing to change; pass --name or --color')
      const { id } = await findTag(host, name)
      const tag = await host.run(updateTag, { id, ...changes })
      return {
        json: toShown(tag),
        lines: [`${tag.name}: ${tag.color}, ${counted(tag.links, 'link')}`],
      }
    }),
  },
  {
    path: 'tag delete',
    summary: 'Delete a tag; its links stay',
    access: 'account',
    effect: 'writes',
    confirms: true,
    parameters: [TAG],
    examples: ['tag delete spring --user ada@example.com --yes'],
    ...onEither(async (host, { tag: name }) => {
      const tag = await findTag(host, name)
      await host.confirm(`Delete the tag ${tag.name}? Its links stay.`)
      await host.run(deleteTag, { id: tag.id })
      return { json: { ...toShown(tag), deleted: true }, lines: [`Deleted ${tag.name}`] }
    }),
  },
]
