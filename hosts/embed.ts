import { type Composition, type Configure, compose } from './composition.ts'
import { createLog } from './log.ts'
import { readSettings } from './settings.ts'

/** Settings by the names of docs/settings.md; omitted ones have their defaults. The environment is not read. */
export type GivenSettings = Readonly<Record<string, string | undefined>>

/**
 * Opens shortlink inside another program, without any server: use cases through `app`, the store and all else through `ports`. The caller
 * closes it. `configure` replaces parts; nothing is logged unless it replaces the part `log`.
 * @throws {SettingsError} for invalid settings, `StoreUnusable` for an unusable database.
 */
export async function openShortlink(settings: GivenSettings, configure?: Configure): Promise<Composition> {
  const composition = await compose(readSettings(settings), createLog('silent'), { configure })
  composition.startDeliveries()
  return composition
}
