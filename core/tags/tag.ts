import type { TagId } from '../kernel/ids.ts'

export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const
/** Of new tags. */
export const DEFAULT_COLOR = TAG_COLORS[0]
export type TagColor = (typeof TAG_COLORS)[number]

/** Most tags of an account. */
export const TAGS_PER_ACCOUNT = 500

/** A word by which an account groups its links. */
export interface Tag {
  readonly id: TagId
  readonly name: string
  readonly color: TagColor
  /** How many links have it. */
  readonly links: number
}
