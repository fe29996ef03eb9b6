import { err, ok, ResultAsync } from 'neverthrow'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { ImportId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import type { Import, ImportState } from './import.ts'
import type { ImportChange } from './imports.port.ts'

/** Changes the caller's import if it is in one of the states; returns it unchanged if `isDone` says that nothing is left to do. */
export const changeState = (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { owner }: User,
  id: ImportId,
  from: readonly ImportState[],
  changeOf: (found: Import | undefined) => Omit<ImportChange, 'updatedAt'>,
  isDone: (found: Import) => boolean = () => false,
): ResultAsync<Import, ErrorOf<'not-found' | 'invalid-input'>> =>
  store.atomic(({ imports }) =>
    ResultAsync.fromSafePromise(
      (async () => {
        const found = await imports.find(owner)
        const change = { ...changeOf(found), updatedAt: clock.now() }
        return { found, changed: await imports.change(owner, id, from, change) }
      })(),
    ).andThen(({ changed, found }) => {
      if (changed !== undefined) return ok(changed)
      if (found?.id !== id) return err({ type: 'not-found', what: 'Import' } as const)
      if (isDone(found)) return ok(found)
      const message = `The import is ${found.state}; this needs ${from.join(' or ')}`
      return err({ type: 'invalid-input', path: '', message } as const)
    }),
  )
