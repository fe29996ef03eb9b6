import type { UserId } from '../../kernel/ids.ts'
import type { LinkDefaults } from './link-defaults.ts'

/** Defaults of accounts for new links. */
export interface LinkDefaultsStore {
  /**
   * The defaults of the account. A domain, campaign template or QR style that its owner has deleted meanwhile, or never had, is null.
   */
  find(owner: UserId): Promise<LinkDefaults>
  /** Replaces all defaults of the account, and returns them as {@link LinkDefaultsStore.find} does. */
  set(owner: UserId, defaults: LinkDefaults): Promise<LinkDefaults>
}
