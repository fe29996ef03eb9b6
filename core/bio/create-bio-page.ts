import { errAsync, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { isReserved } from '../links/reserved-slugs.ts'
import { defineUseCase } from '../use-case.ts'
import { type BioPage, NewBioPage } from './bio-page.ts'

/** Opens a public page under a slug of its choice, still without links. */
export const createBioPage = defineUseCase({
  name: 'createBioPage',
  access: 'user',
  input: NewBioPage,
  run({ store, ids, clock }, caller, asked): ResultAsync<BioPage, ErrorOf<'slug-taken' | 'slug-reserved'>> {
    if (isReserved(asked.slug)) return errAsync({ type: 'slug-reserved' })
    return store.bioPages.insert({
      id: ids.bioPage(),
      owner: caller.userId,
      ...asked,
      links: [],
      createdAt: clock.now(),
    })
  },
})
