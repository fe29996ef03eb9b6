import type { SavedViewId, UserId } from '../../kernel/ids.ts'
import type { SavedView } from './saved-view.ts'

/** Changes to a view by its owner; omitted fields keep their value. */
export type SavedViewChanges = Partial<Pick<SavedView, 'name' | 'filter' | 'sort'>>

/** Saved views of accounts. */
export interface SavedViews {
  /** Inserts the view; false, without a change, if its owner has `max` already. */
  insert(view: SavedView, max: number): Promise<boolean>
  /** Oldest first. */
  list(owner: UserId): Promise<readonly SavedView[]>
  /** Undefined if the owner has no view with that id. */
  updateOwned(owner: UserId, id: SavedViewId, changes: SavedViewChanges): Promise<SavedView | undefined>
  /** False if the owner has no view with that id. */
  deleteOwned(owner: UserId, id: SavedViewId): Promise<boolean>
}
