import { sql } from 'kysely'
import { COLUMNS } from './computed-texts.ts'

export const hits = sql<number>`${sql.raw(COLUMNS.hit_count)}`
export const hitCount = hits.as('hit_count')

/** Only the tags, for events. */
export const LINK_TAGS = sql<string | null>`${sql.raw(COLUMNS.tags)}`.as('tags')

/** Selected by every query that creates a link from its rows. */
export const COMPUTED = [
  hitCount,
  LINK_TAGS,
  sql<string | null>`${sql.raw(COLUMNS.aliases)}`.as('aliases'),
  sql<number | null>`${sql.raw(COLUMNS.visits_left)}`.as('visits_left'),
] as const
