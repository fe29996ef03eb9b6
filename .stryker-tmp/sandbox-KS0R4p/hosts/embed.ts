import { type Composition, compose } from './container.ts'
import { createLog, type Log } from './log.ts'
import { readSettings } from './settings.ts'

/** Settings by the names of docs/settings.md; those that are left out have their defaults. The environment is not looked at. */
export type GivenSettings = Readonly<Record<string, string | undefined>>

/**
 * Opens shortlink inside another program, without any server: use cases through `app`, the store and all else through `ports`. Whoever
 * opens it closes it. Nothing is logged unless a log is given.
 * @throws {SettingsError} for settings that cannot be used, `StoreUnusable` for a database that cannot.
 */
export async function openShortlink(settings: GivenSettings, log: Log = createLog('silent')): Promise<Composition> {
  const composition = await compose(readSettings(settings), log)
  composition.warmUp()
  return composition
}
