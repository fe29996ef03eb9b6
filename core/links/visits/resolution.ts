import type { LinkPreview, RedirectStatus } from '../link-options.ts'
import type { LinkStatus } from '../link-status.ts'
import type { ServedLink } from '../served-links.port.ts'

export const UNKNOWN_SLUG = Symbol('unknown slug')
export const INVALID_TARGET = Symbol('invalid target')
export const LINK_DISABLED = Symbol('link disabled')

/** Why a link that is there is closed. Blocked links are {@link LINK_DISABLED}. */
export type ClosedReason = Exclude<LinkStatus, 'ACTIVE' | 'BLOCKED'>

/** Whether a link closed for this reason looks as if it did not exist. */
export const isHidden = (reason: ClosedReason) => reason === 'DISABLED' || reason === 'SCHEDULED'

/** A redirect of a link with options. */
export interface Redirect {
  readonly kind: 'redirect'
  /** For the `Location` header. */
  readonly location: string
  readonly status: RedirectStatus
  /** Whether every visitor is sent there until the link is changed, so that browsers may keep the answer. */
  readonly isLasting: boolean
}

/** A link that its owner has closed, or that is not open yet or any more. */
export interface Closed {
  readonly kind: 'closed'
  readonly reason: ClosedReason
  /** For the `Location` header; null if the visitor is refused. */
  readonly fallback: string | null
}

/** A page for a program that shows a preview of the link. */
export interface PreviewPage {
  readonly kind: 'preview'
  readonly preview: LinkPreview
  readonly link: Pick<ServedLink, 'hostname' | 'slug'>
}

/** A page that names a link with a visit limit to programs that take no visit. */
export interface TitlePage {
  readonly kind: 'title'
  readonly title: string | null
}

/** A page that asks for the link's password, for the first time or after a wrong one. */
export interface PasswordPage {
  readonly kind: 'password'
  readonly isWrong: boolean
  readonly title: string | null
}

/** Too many passwords are being compared. */
export interface Overloaded {
  readonly kind: 'overloaded'
  readonly retryAfterSeconds: number
}

/** What a visitor gets: of a plain link the URL for the `Location` header of a redirect with status 302, or the reason why there is none. */
export type Resolution =
  | string
  | typeof UNKNOWN_SLUG
  | typeof INVALID_TARGET
  | typeof LINK_DISABLED
  | Redirect
  | Closed
  | PreviewPage
  | TitlePage
  | PasswordPage
  | Overloaded
