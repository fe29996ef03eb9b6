import { err, ok, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import { returnsRecord } from '../audit/changes.ts'
import { requireIncluded } from '../billing/plan-status.ts'
import { targetHostsOf } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import type { Import } from './import.ts'
import { choiceInputs, domainsOf } from './inputs.ts'

const MAX_NAME = 200

/** Begins the import of a file. It replaces an earlier import of the account, whose links stay. */
export const createImport = defineUseCase({
  name: 'createImport',
  access: 'user',
  scope: 'links:create',
  demand: 'creates',
  input: z.object({
    name: text('name', { min: 1, max: MAX_NAME }).describe(`The name of the file, at most ${MAX_NAME} characters.`),
    ...choiceInputs,
  }),
  run: (ports, caller, { name, program, acceptedLosses, ...choices }) =>
    safeTry(async function* () {
      // The import runs without the key, so it could not keep to the hosts of the key.
      if (targetHostsOf(caller) !== null) return err({ type: 'permission-denied' } as const)
      yield* requireIncluded(ports, caller.owner, 'canBulk')
      const { store, ids, clock } = ports
      const now = clock.now()
      const record: Import = {
        ...{ id: ids.import(), owner: caller.owner, name, state: 'UPLOADING', parts: 0, characters: 0 },
        ...{ program: program ?? null, domains: domainsOf(choices), acceptedLosses: acceptedLosses ?? [] },
        ...{ found: null, report: null, fault: null, createdAt: now, updatedAt: now },
      }
      const isCreated = yield* ResultAsync.fromSafePromise(store.imports.create(record))
      return isCreated ? ok(record) : err(RUNNING)
    }),
  audit: returnsRecord('IMPORT'),
})

const RUNNING: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: '',
  message: 'An import of the account is running; cancel it first',
}
