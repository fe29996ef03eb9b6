import { errAsync, type ResultAsync } from 'neverthrow'
import { returnsRecord } from '../audit/changes.ts'
import { addWithinPlan } from '../billing/plan-status.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { isReserved } from '../links/reserved-slugs.ts'
import { defineUseCase } from '../use-case.ts'
import { type BioPage, NewBioPage } from './bio-page.ts'

/** Creates a public page without links under the given slug. */
export const createBioPage = defineUseCase({
  name: 'createBioPage',
  access: 'user',
  scope: 'bio:write',
  demand: 'creates',
  input: NewBioPage,
  run(ports, caller, fields): ResultAsync<BioPage, CreateBioPageError> {
    if (isReserved(fields.slug)) return errAsync({ type: 'slug-reserved' })
    const owner = caller.owner
    const page: BioPage = {
      id: ports.ids.bioPage(),
      owner,
      ...fields,
      links: [],
      createdAt: ports.clock.now(),
      views: 0,
    }
    return addWithinPlan(
      ports,
      owner,
      'maxBioPages',
      (store) => store.bioPages.insert(page),
      async (store) => (await store.bioPages.list(owner)).length,
    )
  },
  audit: returnsRecord('BIO_PAGE'),
})

type CreateBioPageError = ErrorOf<'slug-reserved' | 'slug-taken' | 'plan-limit' | 'not-logged-in'>
