import { type Caller, type Client, createClient, onBehalfOf, type UserId } from '@shortlink/core'
import { createLog } from '../kit/log.ts'
import { type Composition, type Configure, compose } from './composition.ts'
import { readSettings } from './settings/settings.ts'

/** Settings by the names of docs/settings.md; omitted ones have their defaults. The environment is not read. */
export type GivenSettings = Readonly<Record<string, string | undefined>>

/** Shortlink inside another program. */
export interface Shortlink extends Composition {
  /** Returns the use cases as functions for the account of this id, or for another caller such as `anonymous`. */
  as(caller: string | Caller): Client
}

/**
 * Opens shortlink inside another program, without any server: use cases through `as` or `app`, the store and all else through `ports`. The
 * caller closes it. `configure` replaces parts; nothing is logged unless it replaces the part `log`.
 * @throws {SettingsError} for invalid settings, `StoreUnusable` for an unusable database.
 * @example
 * ```ts
 * import { anonymous } from '@shortlink/core'
 * import { openShortlink } from '@shortlink/hosts'
 *
 * const shortlink = await openShortlink({ DATA_DIR: './data', BASE_URL: 'https://sho.rt' })
 * const account = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
 * const { id } = await shortlink.as(anonymous).createAccount(account)
 * const link = await shortlink.as(id).createLink({ target: 'https://example.com/', slug: 'hello' })
 * await shortlink.close()
 * ```
 */
export async function openShortlink(settings: GivenSettings, configure?: Configure): Promise<Shortlink> {
  const composition = await compose(readSettings(settings), createLog('silent'), { configure })
  composition.startDeliveries()
  return {
    ...composition,
    as: (caller) => createClient(composition.app, typeof caller === 'string' ? onBehalfOf(caller as UserId) : caller),
  }
}
