import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'

export interface Dns {
  /**
   * The TXT records of a name, with the chunks of each joined; empty if the name has none or does not exist. `upstream-failed` when no
   * resolver responds in time.
   */
  txt(name: string): ResultAsync<readonly string[], ErrorOf<'upstream-failed'>>
}
