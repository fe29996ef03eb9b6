import { sql } from 'kysely'
import { statements } from './migration.ts'

/**
 * Links and accounts that operators disable. A replica of the previous version does not know these columns. So while a link is closed,
 * `target` and `rules` are empty, which stops visitors there too, and the real values are in the `guarded` columns.
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
