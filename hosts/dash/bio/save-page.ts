import { ask } from '../api/ask.ts'
import { linkChanges, type PageDraft, pageChange, typedLink } from './draft.ts'
import { ADD_LINK, type BioPage, CHANGE_LINK, CHANGE_PAGE, DELETE_LINK } from './queries.ts'

/** Stores what the draft changes, links included. */
export async function savePage(page: BioPage, draft: PageDraft): Promise<void> {
  const { id } = page
  const input = pageChange(page, draft)
  if (Object.keys(input).length > 0) await ask(CHANGE_PAGE, { id, input })
  const { removed, added, updated } = linkChanges(page, draft)
  for (const link of removed) await ask(DELETE_LINK, { id: link.id })
  for (const change of updated) await ask(CHANGE_LINK, change)
  for (const link of added) await ask(ADD_LINK, { id, ...typedLink(link), order: link.order })
}
