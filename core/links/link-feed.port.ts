/** A link that changed, a hostname that changed hands, was claimed or was freed, or `everything` when changes may have been missed. */
export type LinkChange =
  | { readonly namespace: string; readonly slug: string }
  | { readonly hostname: string }
  | 'everything'

/** News of links and domains that changed in the store, whoever changed them. */
export interface LinkFeed {
  /** Calls the listener after each committed change: before the writer is answered for changes made here, within a second for others'. */
  subscribe(listener: (change: LinkChange) => void): void
  /** False while changes made by others may go unnoticed; what is cached must not be trusted for longer than a second then. */
  live(): boolean
}
