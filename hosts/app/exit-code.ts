import { SettingsError } from './settings/settings.ts'

/** `EX_UNAVAILABLE` of sysexits.h: the database cannot be used. */
const UNAVAILABLE = 69
/** `EX_IOERR`: the server was stopped while neither database nor disk accepted the last hits. */
export const HITS_LOST = 74

/** Returns the exit code for an error: 78 for settings, 69 for an unusable database, otherwise 1. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof SettingsError) return error.exitCode
  // By name, since this file imports no adapter.
  return error instanceof Error && error.name === 'StoreUnusable' ? UNAVAILABLE : 1
}
