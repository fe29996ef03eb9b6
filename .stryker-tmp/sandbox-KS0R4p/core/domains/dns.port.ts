import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'

export interface Dns {
  /** The TXT records of a name, each joined from its chunks; none if the name has none or does not exist. Bounded in time. */
  txt(name: string): ResultAsync<readonly string[], ErrorOf<'upstream-failed'>>
}
