import type { TagId, UserId } from '../kernel/ids.ts'
import type { Tag, TagColor } from './tag.ts'

/** Changes to a tag by its owner; omitted or undefined fields keep their value. */
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
   * The tags with these names in the account's spelling, in order; creates missing ones. `undefined`, without a change, if the account
   * would then have more than `max`. Inside `Store.atomic` no tag is deleted before the links of that work have it.
   */
  ensure(
    owner: UserId,
    names: readonly { readonly id: TagId; readonly name: string }[],
    max: number,
  ): Promise<readonly string[] | undefined>
  /**
   * Renames and recolors a tag. Renaming to the name of another tag merges the two: links get the other, which keeps its color. The given
   * color applies only to a renamed tag. `undefined` if the owner has no tag with that id.
   */
  updateOwned(owner: UserId, id: TagId, changes: TagChanges): Promise<Tag | undefined>
  /** Deletes the tag; its links stay. False if the owner has no tag with that id. */
  deleteOwned(owner: UserId, id: TagId): Promise<boolean>
}
