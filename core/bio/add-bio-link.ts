import { errAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { type BioLink, LINKS_PER_PAGE, NewBioLink } from './bio-page.ts'

/** Adds a link to a page of the caller's. */
export const addBioLink = defineUseCase({
  name: 'addBioLink',
  access: 'user',
  demand: 'creates',
  input: NewBioLink.extend({ bioPageId: id<BioPageId>() }),
  run({ store, ids, clock }, caller, { bioPageId, ...asked }) {
    const link: BioLink = { id: ids.bioLink(), bioPage: bioPageId, ...asked, createdAt: clock.now() }
    return store.atomic((store) =>
      ResultAsync.fromSafePromise(store.bioPages.lockOwned(caller.userId, bioPageId)).andThen(
        (page): ResultAsync<BioLink, ErrorOf<'not-found' | 'invalid-input'>> => {
          if (page === undefined) return errAsync({ type: 'not-found', what: 'Bio page' })
          if (page.links.length >= LINKS_PER_PAGE) return errAsync(FULL)
          return ResultAsync.fromSafePromise(store.bioPages.insertLink(link)).map(() => link)
        },
      ),
    )
  },
})

const FULL: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'bioPageId',
  message: `a bio page takes at most ${LINKS_PER_PAGE} links`,
}
