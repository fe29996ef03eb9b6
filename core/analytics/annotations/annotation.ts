import type { Instant } from '../../kernel/caller.ts'
import type { AnnotationId, LinkId, UserId } from '../../kernel/ids.ts'

/** Most annotations of an account. */
export const ANNOTATIONS_PER_ACCOUNT = 500

/** A note on a day of the visits chart, such as the start of a campaign. */
export interface Annotation {
  readonly id: AnnotationId
  readonly owner: UserId
  /** Null for the whole account. */
  readonly linkId: LinkId | null
  /** A calendar day, such as 2026-05-01, in the time zone of each reader. */
  readonly date: string
  readonly text: string
  readonly createdAt: Instant
}
