import { CommandFailed } from '../failure.ts'
import { changedTag, deletedTag, requireTagChanges, type ShownTag, showTags, tagNamed } from '../rows/tags-shown.ts'
import type { RemoteRun } from '../table/row.ts'
import { variablesOf } from './operation.ts'
import type { Remote } from './remote.ts'

const TAG = 'id name color links'

const tagsOf = async (remote: Remote): Promise<readonly ShownTag[]> => (await remote.ask(`{ tags { ${TAG} } }`)).tags

async function findTag(remote: Remote, name: string): Promise<ShownTag> {
  const tag = tagNamed(await tagsOf(remote), name)
  if (tag === undefined) throw new CommandFailed('Tag not found', { code: 'NOT_FOUND' })
  return tag
}

export const listTagsRemotely: RemoteRun = async ({ remote }) => showTags(await tagsOf(remote))

export const updateTagRemotely: RemoteRun = async ({ remote }, { tag: name, ...changes }) => {
  requireTagChanges(changes)
  const variables = { id: (await findTag(remote, name)).id, ...changes }
  const { declared, passed } = variablesOf(variables, { id: 'ID!', name: 'String', color: 'String' })
  const { updateTag } = await remote.ask(`mutation ${declared} { updateTag${passed} { ${TAG} } }`, variables)
  return changedTag(updateTag)
}

export const deleteTagRemotely: RemoteRun = async ({ remote, confirm }, { tag: name }) => {
  const tag = await findTag(remote, name)
  await confirm(`Delete the tag ${tag.name}? Its links stay.`)
  await remote.ask('mutation ($id: ID!) { deleteTag(id: $id) }', { id: tag.id })
  return deletedTag(tag)
}
