import type { z } from 'zod'
import type { Instant } from '../../kernel/caller.ts'
import type { SavedViewId, UserId } from '../../kernel/ids.ts'
import type { LinkSort } from '../link-status.ts'
import type { viewFilter } from './view-input.ts'

/** Most saved views of an account. */
export const VIEWS_PER_ACCOUNT = 50

/** Filters of the list of links; undefined fields filter nothing. */
export type ViewFilter = Partial<z.output<typeof viewFilter>>

/** Filters and sort order of the list of links under a name. */
export interface SavedView {
  readonly id: SavedViewId
  readonly owner: UserId
  readonly name: string
  readonly filter: ViewFilter
  readonly sort: LinkSort
  readonly createdAt: Instant
}
