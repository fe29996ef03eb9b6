/**
 * Thrown by a store that gives work up because too much of it waits, or because a statement took longer than its time limit. The same
 * work may well succeed later.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy'
}
