import { err, ok, type Result } from 'neverthrow'
import type { EventType } from '../events.ts'
import { isAdministrator, type User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'

/** The events about records of all accounts. */
const ADMIN_EVENTS: readonly EventType[] = ['link.reported']

/** Refuses a subscription to events that only the session of an administrator may make. */
export const checkEvents = (
  caller: User,
  events: readonly EventType[] = [],
): Result<void, ErrorOf<'not-administrator'>> =>
  events.some((event) => ADMIN_EVENTS.includes(event)) && !isAdministrator(caller)
    ? err({ type: 'not-administrator' })
    : ok()
