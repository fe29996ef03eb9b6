/** A changed link; a hostname that was claimed, freed or moved to another owner; or `everything` if changes may have been missed. */
export type LinkChange =
  | { readonly namespace: string; readonly slug: string }
  | { readonly hostname: string }
  | 'everything'

/** Changes of links and domains in the store, made by any replica. */
export interface LinkFeed {
  /**
   * Calls the listener after each committed change: for changes by this process before the write resolves, for others within a second.
   * Returns a function that ends the subscription.
   */
  subscribe(listener: (change: LinkChange) => void): () => void
  /** False while changes of other replicas may be missed; cached values are valid for one second only then. */
  live(): boolean
}
