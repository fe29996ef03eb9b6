import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { SavedViewId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Deletes a saved view. No link changes. */
export const deleteSavedView = defineUseCase({
  name: 'deleteSavedView',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<SavedViewId>().describe("The view's id.") }),
  run: ({ store }, { owner }, { id }) => found(store.savedViews.deleteOwned(owner, id), 'Saved view'),
  audit: namesInput('SAVED_VIEW'),
})
