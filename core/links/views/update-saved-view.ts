import { z } from 'zod'
import { changesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { SavedViewId } from '../../kernel/ids.ts'
import { definedOnly, id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { LINK_SORTS } from '../link-status.ts'
import { checkDomain } from './check-domain.ts'
import { viewFilter, viewName } from './view-input.ts'

/** Renames a saved view, or replaces its filters or sort order. */
export const updateSavedView = defineUseCase({
  name: 'updateSavedView',
  access: 'user',
  scope: 'links:write',
  input: z.object({
    id: id<SavedViewId>().describe("The view's id."),
    name: viewName.optional(),
    filter: viewFilter.optional().describe('The new filters, which replace all previous ones.'),
    sort: z
      .enum(LINK_SORTS, `sort must be one of ${LINK_SORTS.join(', ')}`)
      .optional()
      .describe(`The new sort order: ${LINK_SORTS.join(', ')}.`),
  }),
  run: (ports, { owner }, { id, ...changes }) =>
    checkDomain(ports, owner, changes.filter?.domainId).andThen(() =>
      found(ports.store.savedViews.updateOwned(owner, id, definedOnly(changes)), 'Saved view'),
    ),
  audit: changesInput('SAVED_VIEW'),
})
