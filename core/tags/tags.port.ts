import type { TagId, UserId } from '../kernel/ids.ts'
import type { Tag, TagColor } from './tag.ts'

/** What its owner may change of a tag; what is left out, or undefined, stays as it is. */
export interface TagChanges {
  readonly name?: string | undefined
  readonly color?: TagColor | undefined
}

/** The tags of accounts. A name is unique within its account, folded. */
export interface Tags {
  /** By folded name. */
  list(owner: UserId): Promise<readonly Tag[]>
  findOwned(owner: UserId, id: TagId): Promise<Tag | undefined>
  /**
   * The tags of these names in the account's spelling, in order; makes those that are missing. `undefined`, without a change, if the account
   * would then have more than `max`. Inside `Store.atomic` none of them is deleted before the links of that work have them.
   */
  ensure(
    owner: UserId,
    names: readonly { readonly id: TagId; readonly name: string }[],
    max: number,
  ): Promise<readonly string[] | undefined>
  /**
   * Renames and recolors a tag. To the name of another one it merges the two: links get the other, which keeps its color. A color that
   * is given counts for a renamed tag alone. `undefined` if the owner has none of that id.
   */
  updateOwned(owner: UserId, id: TagId, changes: TagChanges): Promise<Tag | undefined>
  /** Deletes the tag; its links stay. False if the owner has none of that id. */
  deleteOwned(owner: UserId, id: TagId): Promise<boolean>
}
