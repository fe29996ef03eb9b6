import type { Instant } from '../kernel/caller.ts'

/** Statuses that a redirect may have; RFC 9110, section 15.4. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number]

/** Campaign parameters that are added to the target. */
export interface Utm {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
  readonly term: string | null
  readonly content: string | null
}

/** The preview of a link in social networks and messengers. */
export interface LinkPreview {
  readonly title: string | null
  readonly description: string | null
  /** An https URL, which is linked and never fetched. */
  readonly image: string | null
}

/** The optional properties of a link that its owner sets; the defaults are {@link PLAIN_OPTIONS}. */
export interface LinkOptions {
  /** Visitors are admitted from then on. */
  readonly startsAt: Instant | null
  /** Visitors are admitted until then. */
  readonly expiresAt: Instant | null
  /** Destination for visitors of a closed link. */
  readonly fallbackTarget: string | null
  readonly maxVisits: number | null
  readonly redirectStatus: RedirectStatus
  /** Whether the visitor's query is appended to the target. */
  readonly forwardQuery: boolean
  /** Whether the path after the slug is appended to the target's path. */
  readonly forwardPath: boolean
  readonly utm: Utm | null
  /** In the owner's order, in the account's spelling. */
  readonly tags: readonly string[]
  /** Visible only to the owner. */
  readonly note: string | null
  /** The owner's key of the record that the link belongs to in another system; unique among the owner's links. */
  readonly externalId: string | null
  readonly preview: LinkPreview | null
  /** False while the owner has closed the link. */
  readonly enabled: boolean
  /** Left out of lists by default; visitors do not notice. */
  readonly archived: boolean
}

export const PLAIN_OPTIONS: LinkOptions = {
  startsAt: null,
  expiresAt: null,
  fallbackTarget: null,
  maxVisits: null,
  redirectStatus: 302,
  forwardQuery: false,
  forwardPath: false,
  utm: null,
  tags: [],
  note: null,
  externalId: null,
  preview: null,
  enabled: true,
  archived: false,
}

/** The given options, with defaults from {@link PLAIN_OPTIONS}. */
export const optionsOf = (
  given: { readonly [Name in keyof LinkOptions]?: LinkOptions[Name] | undefined },
): LinkOptions =>
  Object.fromEntries(
    Object.entries(PLAIN_OPTIONS).map(([name, plain]) => [name, given[name as keyof LinkOptions] ?? plain]),
  ) as unknown as LinkOptions
