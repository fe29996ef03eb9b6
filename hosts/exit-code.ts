import { SettingsError } from './settings.ts'

/** `EX_UNAVAILABLE` of sysexits.h: the database cannot be used. */
const UNAVAILABLE = 69
/** `EX_IOERR`: the server was stopped while neither database nor disk could take the last hits. */
export const HITS_LOST = 74

/** What a process ends with because of the error: 78 for settings, 69 for a database that cannot be used as it is, else 1. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof SettingsError) return error.exitCode
  // By its name, since which adapter threw it is not known here.
  return error instanceof Error && error.name === 'StoreUnusable' ? UNAVAILABLE : 1
}
