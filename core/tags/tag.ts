import type { TagId } from '../kernel/ids.ts'

export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const
/** Color of new tags. */
export const DEFAULT_COLOR = TAG_COLORS[0]
export type TagColor = (typeof TAG_COLORS)[number]

/** Most tags of an account. */
export const TAGS_PER_ACCOUNT = 500

/** A label that an account groups its links by. */
export interface Tag {
  readonly id: TagId
  readonly name: string
  readonly color: TagColor
  /** Number of links with this tag. */
  readonly links: number
}
