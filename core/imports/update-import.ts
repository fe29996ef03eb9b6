import { z } from 'zod'
import { changesInput } from '../audit/changes.ts'
import type { ImportId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { changeState } from './change-state.ts'
import { choiceInputs, domainsOf } from './inputs.ts'

/** Changes the choices of an import before its start. The server then makes a new preview. */
export const updateImport = defineUseCase({
  name: 'updateImport',
  access: 'user',
  scope: 'links:create',
  input: z.object({ id: id<ImportId>().describe("The import's id."), ...choiceInputs }),
  run: (ports, caller, { id, program, acceptedLosses, ...choices }) =>
    changeState(ports, caller, id, ['PLANNING', 'READY', 'FAILED'], () => ({
      state: 'PLANNING',
      report: null,
      fault: null,
      ...(program !== undefined && { program }),
      ...(choices.domains !== undefined && { domains: domainsOf(choices) }),
      ...(acceptedLosses !== undefined && { acceptedLosses: acceptedLosses ?? [] }),
    })),
  audit: changesInput('IMPORT'),
})
