import type { QrStyleId, UserId } from '../../kernel/ids.ts'
import type { SavedQrStyle } from './saved-qr-style.ts'

/** The fields that an owner replaces together. */
export type QrStyleChanges = Omit<SavedQrStyle, 'id' | 'owner' | 'createdAt'>

/** Saved QR styles of accounts. */
export interface QrStyles {
  /** Inserts the style; false, without a change, if its owner has `max` already. */
  insert(style: SavedQrStyle, max: number): Promise<boolean>
  /** Oldest first. */
  list(owner: UserId): Promise<readonly SavedQrStyle[]>
  /** Undefined if the owner has no style with that id. */
  replaceOwned(owner: UserId, id: QrStyleId, changes: QrStyleChanges): Promise<SavedQrStyle | undefined>
  /** False if the owner has no style with that id. */
  deleteOwned(owner: UserId, id: QrStyleId): Promise<boolean>
}
