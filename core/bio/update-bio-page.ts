import { err, ok, ResultAsync } from 'neverthrow'
import type { BioPageId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase, type Recall } from '../use-case.ts'
import { type BioPage, BioPageUpdate } from './bio-page.ts'

/** A page by its slug, which never changes. One that was deleted since comes back as it was, without its links. */
const recallBioPage: Recall<BioPage> = {
  brief: (page): BioPage => ({ ...page, links: [] }),
  async restore({ store }, _owner, brief) {
    const page = brief as BioPage
    const found = await store.bioPages.findBySlug(page.slug)
    return found?.id === page.id ? found : page
  },
}

/** Changes a page of the caller's; what is left out stays, `null` clears the title and gives the theme back its default. */
export const updateBioPage = defineUseCase({
  name: 'updateBioPage',
  access: 'user',
  input: BioPageUpdate.extend({ id: id<BioPageId>() }),
  recall: recallBioPage,
  run: ({ store }, caller, { id, ...changes }) =>
    ResultAsync.fromSafePromise(store.bioPages.updateOwned(caller.userId, id, definedOnly(changes))).andThen((page) =>
      page ? ok(page) : err({ type: 'not-found' as const, what: 'Bio page' as const }),
    ),
})
