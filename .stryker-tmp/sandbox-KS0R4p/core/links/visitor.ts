/** Who follows a link, as far as the request tells. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string | null
  readonly referrer: string | null
  readonly acceptLanguage: string | null
  /** The query string without `?`; may be empty. */
  readonly query: string
  /** False for HEAD requests and prefetches: they are sent on but leave no hit. */
  readonly counts: boolean
}
