import { changesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase, type Recall } from '../use-case.ts'
import { type BioPage, BioPageUpdate } from './bio-page.ts'

/** Finds the page again by its slug, which never changes. A page deleted since is returned as it was, without its links. */
const recallBioPage: Recall<BioPage> = {
  brief: (page): BioPage => ({ ...page, links: [] }),
  async restore({ store }, _owner, brief) {
    const page = brief as BioPage
    const stored = await store.bioPages.findBySlug(page.slug)
    return stored?.id === page.id ? stored : page
  },
}

/** Changes one of the caller's pages. Absent fields keep their value; `null` clears the title and resets the theme. */
export const updateBioPage = defineUseCase({
  name: 'updateBioPage',
  access: 'user',
  scope: 'bio:write',
  input: BioPageUpdate.extend({ id: id<BioPageId>().describe("The bio page's id; not its slug.") }),
  recall: recallBioPage,
  run: ({ store }, caller, { id, ...changes }) =>
    found(store.bioPages.updateOwned(caller.owner, id, definedOnly(changes)), 'Bio page'),
  audit: changesInput('BIO_PAGE'),
})
