import { deleteTag, listTags, type Tag, updateTag } from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import { deleteTagRemotely, listTagsRemotely, updateTagRemotely } from '../remote/tags.ts'
import { parameter, parametersOf } from '../table/parameters.ts'
import { type Host, type Row, row } from '../table/row.ts'
import { changedTag, deletedTag, requireTagChanges, showTags, tagNamed } from './tags-shown.ts'

const TAG = parameter('<tag>', 'name or id of the tag')

/** The account's tag. */
async function findTag(host: Host, name: string): Promise<Tag> {
  const tag = tagNamed(await host.settle(host.app.run(listTags, host.account(), {})), name)
  if (tag === undefined) throw new CommandFailed('Tag not found', { code: 'NOT_FOUND' })
  return tag
}

const update: Row = {
  path: 'tag update',
  summary: 'Rename or recolor a tag; renaming it to an existing tag merges the two',
  access: 'account',
  effect: 'writes',
  parameters: [
    TAG,
    ...parametersOf(updateTag.input, { name: ['--name <name>', 'new name'], color: ['--color <color>', 'new color'] }),
  ],
  examples: ['tag update spring --name "Spring 2027" --color green --user ada@example.com'],
  remotely: updateTagRemotely,
  async run(host, { tag: name, ...changes }) {
    requireTagChanges(changes)
    const { id } = await findTag(host, name)
    return changedTag(await host.settle(host.app.run(updateTag, host.account(), { id, ...changes })))
  },
}

const remove: Row = {
  path: 'tag delete',
  summary: 'Delete a tag; its links stay',
  access: 'account',
  effect: 'writes',
  confirms: true,
  parameters: [TAG],
  examples: ['tag delete spring --user ada@example.com --yes'],
  remotely: deleteTagRemotely,
  async run(host, { tag: name }) {
    const tag = await findTag(host, name)
    await host.confirm(`Delete the tag ${tag.name}? Its links stay.`)
    await host.settle(host.app.run(deleteTag, host.account(), { id: tag.id }))
    return deletedTag(tag)
  },
}

export const tagRows: readonly Row[] = [
  row({
    path: 'tag list',
    summary: 'List an account’s tags by name, each with its links',
    useCase: listTags,
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['tag list --user ada@example.com'],
    remotely: listTagsRemotely,
    show: showTags,
  }),
  update,
  remove,
]
