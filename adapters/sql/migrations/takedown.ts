import { sql } from 'kysely'
import { statements } from './migration.ts'

/**
 * What operators take down. A replica of the version before knows none of these columns: while a link is closed, `target` is empty and
 * `rules` has none, so that it lets no visitor through, and the real ones are in the `guarded` columns.
 */
export const takedown = () =>
  statements(
    sql`alter table links add column disabled_at bigint`,
    sql`alter table links add column guarded_target text`,
    sql`alter table links add column guarded_rules text`,
    sql`alter table users add column disabled_at bigint`,
    sql`create table operator_changes (id integer primary key, changes bigint not null)`,
    sql`insert into operator_changes (id, changes) values (1, 0)`,
  )
