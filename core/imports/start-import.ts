import { err, safeTry } from 'neverthrow'
import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { requireIncluded } from '../billing/plan-status.ts'
import { targetHostsOf } from '../kernel/caller.ts'
import type { ImportId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { changeState } from './change-state.ts'
import { emptyImportReport, type Import } from './import.ts'

/** Starts an import, also before its preview is ready. It runs on the server; starting it again changes nothing. */
export const startImport = defineUseCase({
  name: 'startImport',
  access: 'user',
  scope: 'links:create',
  demand: 'creates',
  input: z.object({ id: id<ImportId>().describe("The import's id.") }),
  run: (ports, caller, { id }) =>
    safeTry(async function* () {
      if (targetHostsOf(caller) !== null) return err({ type: 'permission-denied' } as const)
      yield* requireIncluded(ports, caller.owner, 'canBulk')
      const isStarted = ({ state }: Import) => state === 'RUNNING' || state === 'DONE'
      const begun = (found: Import | undefined) =>
        ({ state: 'RUNNING', report: emptyImportReport(found?.report?.planned ?? 0) }) as const
      return changeState(ports, caller, id, ['PLANNING', 'READY'], begun, isStarted)
    }),
  audit: namesInput('IMPORT'),
})
