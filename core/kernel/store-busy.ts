/**
 * Thrown by a store that aborts work because its queue is full or a statement timed out. The same work may succeed later.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy'
}
