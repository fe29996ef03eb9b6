import type { LinkPreview, RedirectStatus } from '../link-options.ts'
import type { LinkStatus } from '../link-status.ts'
import type { ServedLink } from '../served/served-links.port.ts'

/** No link has the slug, or the link does not forward the path after it. */
export interface UnknownSlug {
  readonly kind: 'unknown-slug'
}

/** The target is not a URL that visitors can be redirected to. */
export interface InvalidTarget {
  readonly kind: 'invalid-target'
}

/** The operator blocked the link. */
export interface LinkDisabled {
  readonly kind: 'link-disabled'
}

// Frozen and shared, so that a scan of unknown slugs allocates nothing.
export const UNKNOWN_SLUG: UnknownSlug = Object.freeze({ kind: 'unknown-slug' })
export const INVALID_TARGET: InvalidTarget = Object.freeze({ kind: 'invalid-target' })
export const LINK_DISABLED: LinkDisabled = Object.freeze({ kind: 'link-disabled' })

/** The reason why an existing link is closed. Blocked links are {@link LinkDisabled}. */
export type ClosedReason = Exclude<LinkStatus, 'ACTIVE' | 'BLOCKED'>

/** Whether a link closed for this reason looks as if it did not exist. */
export const isHidden = (reason: ClosedReason) => reason === 'DISABLED' || reason === 'SCHEDULED'

/** A redirect. A link without options has status 302 and is not lasting. */
export interface Redirect {
  readonly kind: 'redirect'
  /** For the `Location` header. */
  readonly location: string
  readonly status: RedirectStatus
  /** Whether every visitor is redirected there until the link is changed, so that browsers may cache the response. */
  readonly isLasting: boolean
}

/** A disabled, scheduled or expired link, or one that reached its visit limit. */
export interface Closed {
  readonly kind: 'closed'
  readonly reason: ClosedReason
  /** For the `Location` header; null to refuse the visitor. */
  readonly fallback: string | null
}

/** A page for a bot that shows a preview of the link. */
export interface PreviewPage {
  readonly kind: 'preview'
  readonly preview: LinkPreview
  readonly link: Pick<ServedLink, 'hostname' | 'slug'>
}

/** A page with the title of a link with a visit limit, for bots and other requests that take no visit. */
export interface TitlePage {
  readonly kind: 'title'
  readonly title: string | null
}

/** A page that requests the link's password, for the first time or after a wrong one. */
export interface PasswordPage {
  readonly kind: 'password'
  readonly isWrong: boolean
  readonly title: string | null
}

/** The result while too many password comparisons are in progress. */
export interface Overloaded {
  readonly kind: 'overloaded'
  readonly retryAfterSeconds: number
}

/** The result of a visit: a redirect, a page for the visitor, or the reason why there is neither. */
export type Resolution =
  | UnknownSlug
  | InvalidTarget
  | LinkDisabled
  | Redirect
  | Closed
  | PreviewPage
  | TitlePage
  | PasswordPage
  | Overloaded
