/** Separates names; a name has it escaped. */
const SEPARATOR = ','

/** Several values as one text, in a form that both databases can produce. */
const joined = (value: string, order: string) => `string_agg(${value}, '${SEPARATOR}' order by ${order})`

const TAG_NAME = `replace(replace(tags.name, '%', '%25'), '${SEPARATOR}', '%2C')`

/** Hit counts have a separate table: writing a link's whole row for each hit would cost most of the time of recording hits. */
const HITS = 'links.earlier_hits + coalesce((select hits from link_hits where link_no = links.no), 0)'

const ALIASES = 'links as alias where alias.alias_of = links.no'

/**
 * The link columns that are computed from other rows, as SQL text for a query of `links`. Most links have neither tags nor aliases:
 * checking that first takes a fraction of a microsecond, while a sorted list of none takes one and a half.
 */
export const COLUMNS = {
  hit_count: HITS,
  tags: `case when exists (select 1 from link_tags where link_no = links.no) then (
    select ${joined(TAG_NAME, 'link_tags.position')} from link_tags join tags on tags.no = link_tags.tag_no
    where link_tags.link_no = links.no) end`,
  aliases: `case when exists (select 1 from ${ALIASES}) then (select ${joined('alias.slug', 'alias.no')} from ${ALIASES}) end`,
  visits_left: '(select remaining from link_visits where link_visits.link_no = links.no)',
}

/** The computed columns. Separate from the query builder, which takes some 15 MiB in each thread that loads it. */
export interface ComputedColumns {
  readonly hit_count: number
  readonly tags: string | null
  readonly aliases: string | null
  readonly visits_left: number | null
}

/** The same, for a statement that is written as text. */
export const COMPUTED_TEXT = Object.entries(COLUMNS)
  .map(([name, expression]) => `${expression} as ${name}`)
  .join(', ')

/** Only the tags, for a statement that is written as text. */
export const TAGS_TEXT = `${COLUMNS.tags} as tags`

/** The names in a computed column. */
export const parseNames = (joined: string | null): string[] =>
  joined === null ? [] : joined.split(SEPARATOR).map(decodeURIComponent)
