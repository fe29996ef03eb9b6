import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import type { ImportId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { changeState } from './change-state.ts'

/** Cancels an import and deletes its file. Links that were imported stay. */
export const cancelImport = defineUseCase({
  name: 'cancelImport',
  access: 'user',
  scope: 'links:create',
  input: z.object({ id: id<ImportId>().describe("The import's id.") }),
  run: (ports, caller, { id }) =>
    changeState(
      ports,
      caller,
      id,
      ['UPLOADING', 'PLANNING', 'READY', 'RUNNING', 'FAILED'],
      // A preview is no result.
      (found) => ({ state: 'CANCELED', ...(found?.state !== 'RUNNING' && { report: null }) }),
      () => true,
    ),
  audit: namesInput('IMPORT'),
})
