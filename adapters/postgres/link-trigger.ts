import type { OptionName } from '@shortlink/core'
import { SERVED_FIELDS, type ServedField } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import type { LinksTable } from '../sql/tables/links.ts'
import { optionColumn } from '../sql/tables/option-columns.ts'

/** The columns of each link field that visitors depend on, except options, which have one column each. */
const COLUMNS_OF: Record<Exclude<ServedField, OptionName>, readonly (keyof LinksTable)[]> = {
  hostname: ['namespace'],
  slug: ['slug'],
  target: ['target', 'guarded'],
  enableTracking: ['enable_tracking'],
  rules: ['rules', 'guarded'],
  hasPassword: ['password_hash'],
  // Disabling a link moves its target and rules to other columns.
  disabled: ['target', 'rules'],
}

const columnsOf = (field: ServedField) =>
  field in COLUMNS_OF
    ? COLUMNS_OF[field as keyof typeof COLUMNS_OF]
    : [optionColumn(field as Parameters<typeof optionColumn>[0])]

/** The columns of `links` with changes that a visitor can notice. */
export const SERVED_COLUMNS: readonly string[] = [...new Set(SERVED_FIELDS.flatMap(columnsOf))]

/**
 * Makes the trigger on `links` notify other replicas of updates of `columns`. Called after the migrations, at every start, so that a
 * column added to the list needs no migration. Columns of the present trigger are kept: a replica of another version may need them.
 */
export async function watchLinkColumns(db: Kysely<unknown>, columns = SERVED_COLUMNS): Promise<void> {
  const watched = await watchedColumns(db)
  if (columns.every((column) => watched.includes(column))) return
  const all = [...new Set([...watched, ...columns])].map((column) => sql.ref(column))
  await sql`drop trigger if exists link_news on links`.execute(db)
  await sql`create trigger link_news
    after insert or delete or update of ${sql.join(all)} on links
    for each row execute function tell_link_news()`.execute(db)
}

async function watchedColumns(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ attname: string }>`
    select attname from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any(tgattr::int2[])
    where tgrelid = 'links'::regclass and tgname = 'link_news'`.execute(db)
  return rows.map(({ attname }) => attname)
}
