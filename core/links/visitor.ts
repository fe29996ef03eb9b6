/** A visitor who follows a link, as described by the request. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string | null
  readonly referrer: string | null
  readonly acceptLanguage: string | null
  /** The query string without `?`; may be empty. */
  readonly query: string
  /** False for HEAD requests and prefetches, which are redirected without a hit. */
  readonly counts: boolean
  /** Whether the visitor requests not to be tracked and the operator honors that. */
  readonly isPrivate: boolean
}
