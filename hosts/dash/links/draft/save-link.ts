import { ask } from '../../api/ask.ts'
import { ApiError, codeOf } from '../../api/errors.ts'
import { withScheme } from '../../ui/text/is-address.ts'
import { ADD, ADD_ALIAS, CHANGE, type Link, REMOVE_ALIAS, type Row } from '../queries.ts'
import { BLANK_LINK } from './blank-link.ts'
import { aliasChanges, aliasesOf, changeOf, type Draft } from './draft.ts'

/** Stores what the draft changes, aliases included. */
export async function saveLink(link: Link, draft: Draft): Promise<void> {
  const change = changeOf(link, draft)
  if (Object.keys(change).length > 1) await ask(CHANGE, { input: change })
  const { added, removed } = aliasChanges(link, draft)
  for (const shortlink of removed) await ask(REMOVE_ALIAS, { id: link.id, shortlink })
  await addAliases(link.id, added)
}

/** Creates the link of a draft. Its aliases may fail afterwards: `aliasError` is the reason. */
export async function createLink({ rules }: Link, draft: Draft): Promise<{ link: Row; aliasError?: unknown }> {
  const { id, enabled, archived, ...options } = changeOf(BLANK_LINK, draft)
  const slug = draft.slug.trim()
  const input = {
    ...options,
    target: withScheme(draft.target),
    ...(slug !== '' && { shortlink: slug }),
    ...(draft.domainId !== '' && { domainId: draft.domainId }),
    ...(rules.length > 0 && { rules: rules.map(({ type, value, target }) => ({ type, value, target })) }),
  }
  const link = (await ask(ADD, { input })).addShortlink
  return addAliases(link.id, aliasesOf(draft)).then(
    () => ({ link }),
    (aliasError) => ({ link, aliasError }),
  )
}

async function addAliases(id: string, slugs: readonly string[]) {
  for (const shortlink of slugs) {
    await ask(ADD_ALIAS, { id, shortlink }).catch((error) => {
      if (!(error instanceof ApiError) || (codeOf(error) !== 'CONFLICT' && error.path !== 'shortlink')) throw error
      throw new ApiError(error.code, `/${shortlink}: ${error.message}`, { path: 'aliases' })
    })
  }
}
