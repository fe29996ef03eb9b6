import { sql } from 'kysely'

/** Separates names; a name has it escaped. */
const SEPARATOR = ','

/** Several values as one text, as both databases can make it. */
const joined = (value: string, order: string) => `string_agg(${value}, '${SEPARATOR}' order by ${order})`

const TAG_NAME = `replace(replace(tags.name, '%', '%25'), '${SEPARATOR}', '%2C')`

/** Hits are counted in a table of their own: writing a link's whole row for each would cost most of what recording hits does. */
const HITS = 'links.earlier_hits + coalesce((select hits from link_hits where link_no = links.no), 0)'

const ALIASES = 'links as alias where alias.alias_of = links.no'

/**
 * What is computed of a link from other rows, in the text of a query of `links`. Most links have neither tags nor aliases: to find that out
 * first takes a fraction of a microsecond, where a sorted list of none takes one and a half.
 */
const COLUMNS = {
  hit_count: HITS,
  tags: `case when exists (select 1 from link_tags where link_no = links.no) then (
    select ${joined(TAG_NAME, 'link_tags.position')} from link_tags join tags on tags.no = link_tags.tag_no
    where link_tags.link_no = links.no) end`,
  aliases: `case when exists (select 1 from ${ALIASES}) then (select ${joined('alias.slug', 'alias.no')} from ${ALIASES}) end`,
  visits_left: '(select remaining from link_visits where link_visits.link_no = links.no)',
}

/** What {@link COMPUTED} selects. */
export interface ComputedColumns {
  readonly hit_count: number
  readonly tags: string | null
  readonly aliases: string | null
  readonly visits_left: number | null
}

export const hits = sql<number>`${sql.raw(HITS)}`
export const hitCount = hits.as('hit_count')

/** The tags alone, for events. */
export const LINK_TAGS = sql<string | null>`${sql.raw(COLUMNS.tags)}`.as('tags')

/** Selected by every query that makes a link of its rows. */
export const COMPUTED = [
  hitCount,
  LINK_TAGS,
  sql<string | null>`${sql.raw(COLUMNS.aliases)}`.as('aliases'),
  sql<number | null>`${sql.raw(COLUMNS.visits_left)}`.as('visits_left'),
] as const

/** The same, for a statement that is written as text. */
export const COMPUTED_TEXT = Object.entries(COLUMNS)
  .map(([name, expression]) => `${expression} as ${name}`)
  .join(', ')

/** {@link LINK_TAGS}, for a statement that is written as text. */
export const TAGS_TEXT = `${COLUMNS.tags} as tags`

/** The names in a column of {@link COMPUTED}. */
export const parseNames = (joined: string | null): string[] =>
  joined === null ? [] : joined.split(SEPARATOR).map(decodeURIComponent)
