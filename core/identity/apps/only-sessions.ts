import { err, ok, type Result } from 'neverthrow'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'

/** Refuses keys and apps: one that could consent would give itself access that outlives it. */
export const onlySessions = ({ via }: User): Result<void, ErrorOf<'permission-denied'>> =>
  via.kind === 'session' ? ok() : err({ type: 'permission-denied' })
