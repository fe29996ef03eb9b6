import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toPattern, toPrefixPattern } from '../kit/like-pattern.ts'
import type { Schema } from '../schema.ts'
import type { LinksTable } from '../tables/links.ts'

/** A query of links, which may select columns. */
export type LinksQuery<Row = object> = SelectQueryBuilder<Schema, 'links', Row>

/** Starts a query of the links with the text in slug, target or title. The caller restricts it to one owner. */
export type SearchLinks = (db: Kysely<Schema>, search: string) => LinksQuery

/** Compares the three texts of each link. */
export const searchEachText: SearchLinks = (db, search) => {
  const pattern = toPattern(search)
  return db
    .selectFrom('links')
    .where((of) =>
      of.or(
        (['slug_folded', 'target_folded', 'title_folded'] as const).map(
          (column) => sql<boolean>`${of.ref(column)} like ${pattern} escape '\\'`,
        ),
      ),
    )
}

/** Separates the texts of a link in the index; a search with it would also match across two of them. */
const SEPARATOR = '\u001f'

/**
 * The texts of a link as indexed by migration 0014. SQLite reads them from there only in queries with the same expression, so it never
 * changes.
 */
export const searchedText = sql<string>`slug_folded || ${sql.lit(SEPARATOR)} || target_folded || ${sql.lit(SEPARATOR)} || coalesce(title_folded, '')`

/** Reads the texts from the index, in a third of the time. Without the hint SQLite takes the index without them and reads every link. */
export const searchTextIndex: SearchLinks = (db, search) =>
  search.includes(SEPARATOR)
    ? searchEachText(db, search)
    : (
        db.selectFrom(
          sql<Selectable<LinksTable>>`links`.as<'links'>(sql`links indexed by links_searched`),
        ) as unknown as LinksQuery
      ).where(sql<boolean>`${searchedText} like ${toPattern(search)} escape '\\'`)

/** Characters that may follow the host of a URL, the end included, which queries mark by a slash. */
const AFTER_HOST = ['/', ':', '?', '#', './', '.:']

/** Whether the target of a link is on one of the hosts. Targets have no user name. */
export function leadsTo(hosts: readonly string[]): RawBuilder<boolean> {
  const rest = sql`substr(target_folded || '/', case when target_folded like 'https:%' then 9 else 8 end)`
  const starts = hosts.flatMap((host) =>
    AFTER_HOST.map((end) => sql`${rest} like ${toPrefixPattern(host + end)} escape '\\'`),
  )
  return sql<boolean>`(${sql.join(starts, sql` or `)})`
}
