import { z } from 'zod'
import { returnsRecord } from '../../audit/changes.ts'
import { inserted } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { sortInput } from '../lists/own-links-filter.ts'
import { checkDomain } from './check-domain.ts'
import { type SavedView, VIEWS_PER_ACCOUNT } from './saved-view.ts'
import { viewFilter, viewName } from './view-input.ts'

/** Saves filters and sort order of the list of links under a name. */
export const createSavedView = defineUseCase({
  name: 'createSavedView',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: z.object({
    name: viewName,
    filter: viewFilter.describe('The filters; an empty object for all links that are not archived.'),
    sort: sortInput,
  }),
  run(ports, { owner }, input) {
    const { store, ids, clock } = ports
    const view: SavedView = { id: ids.savedView(), owner, ...input, createdAt: clock.now() }
    return checkDomain(ports, owner, input.filter.domainId).andThen(() =>
      inserted(store.savedViews.insert(view, VIEWS_PER_ACCOUNT), view, VIEWS_PER_ACCOUNT, 'saved views'),
    )
  },
  audit: returnsRecord('SAVED_VIEW'),
})
